// Tricount, from a spreadsheet and from a downloader.

import { lines, type OtherFile } from '#tests/imports/variants/otherFile.ts'

export const tricount: readonly OtherFile[] = [
  {
    of: 'CSV with semicolons and decimal commas',
    file: lines(
      'Titre;Montant;Devise;Taux de change;Montant dans la devise par défaut (EUR);Type de transaction;Catégorie;Payé par;Payé par Ada;Payé par Ben;Impacté à Ada;Impacté à Ben;Date & heure',
      'Courses;60,50;EUR;1;60,50;Dépense;;Ada;60,50;0,00;-30,25;-30,25;16/10/2018 17:46',
      'Remboursement;10,00;EUR;1;10,00;Remboursement;;Ben;0,00;10,00;-10,00;0,00;17/10/2018 10:00',
    ),
    label: 'Tricount',
    balances: ['EUR Ada 2025', 'EUR Ben -2025'],
  },
  {
    of: 'JSON whose registry was saved without its envelope',
    file: JSON.stringify({
      Registry: {
        currency: 'EUR',
        title: 'Lisbon',
        memberships: ['a', 'b'].map((uuid) => ({
          RegistryMembershipUser: { uuid, status: 'ACTIVE', alias: { display_name: uuid.toUpperCase() } },
        })),
        all_registry_entry: [
          {
            RegistryEntry: {
              status: 'ACTIVE',
              type_transaction: 'NORMAL',
              description: 'Hotel',
              date: '2024-10-16 17:46:56.000000',
              amount: { currency: 'EUR', value: '-85.00' },
              membership_owned: { RegistryMembershipUser: { uuid: 'a' } },
              allocations: ['a', 'b'].map((uuid) => ({
                membership: { RegistryMembershipUser: { uuid } },
                amount: { currency: 'EUR', value: '-42.50' },
              })),
            },
          },
        ],
      },
    }),
    label: 'Tricount',
    balances: ['EUR A 4250', 'EUR B -4250'],
  },
]
