// Extreme users for the pictures: one without any data, and one whose names are as long, wide and foreign as allowed.

import { spawnSync } from 'node:child_process'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { inDays } from '#tests/support/demoUsers.ts'

export const password = 'travel-demo'
export const LONGEST_TRIP =
  'Mount Everest base camp by way of Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu and back with everybody’s parents'

/**
 * Accounts are created with the command line beside the running server, as an operator does.
 * @param options of Node
 */
export function addPerson(username: string, dataDir: string, options: readonly string[] = []): void {
  const { status, stderr } = spawnSync(process.execPath, [...options, 'api/people/cli.ts', 'add', username], {
    env: { ...process.env, DATA_DIR: dataDir, PASSWORD_COST: 'low' },
    input: `${password}\n`,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${username} could not be added: ${stderr}`)
}

export async function tellOfExtremes(port: number): Promise<void> {
  const by = async (username: string): Promise<Client> => {
    const { token } = expectSuccess(await createClient(port).post('/auth/login', { username, password }))
    return createClient(port, token)
  }
  const wordy = await by('wordy.mcwordface.jr')
  const people = expectSuccess(await wordy.get('/users')).data as { id: string; username: string }[]
  const [me, other] = ['wordy.mcwordface.jr', 'محمد-عبد-الرحمن'].map(
    (name) => people.find(({ username }) => username === name)!.id,
  )
  const { trip } = expectSuccess(
    await wordy.post('/trips', {
      title: LONGEST_TRIP,
      destination:
        'كاتماندو and Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, 香港特別行政區新界西貢區',
      startDate: inDays(1),
      endDate: inDays(60),
      description: 'A word after a word after a word is power. '.repeat(20).trim(),
      budget: 999_999.99,
      inviteUserIds: [other],
    }),
  )
  const guest = expectSuccess(
    await wordy.post(`/trips/${trip.id}/guest-participants`, {
      name: 'Wolfeschlegelsteinhausenbergerdorff the elder, and his many friends from school',
      email: 'a.very.long.address.of.somebody@subdomain.of.a.subdomain.example.org',
      notes: 'Eats everything but nuts, milk, wheat, fish and soy.',
    }),
  ).guestParticipant
  const everybody = [me, other, guest.id]
  const spent = [
    { description: '🍜🍣🍱🥟🧋 '.repeat(12).trim(), amount: 999_999.99, category: 'food' },
    {
      description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      amount: 0.01,
      category: 'other',
    },
    {
      description: 'عشاء في المطعم مع الجميع بعد رحلة طويلة جداً',
      amount: 123_456.78,
      category: 'activities',
    },
  ]
  for (const one of spent)
    expectSuccess(await wordy.post(`/trips/${trip.id}/expenses`, { ...one, sharedBy: everybody }))
  expectSuccess(
    await wordy.post(`/trips/${trip.id}/pool/contribute`, { amount: 10_000, description: 'For '.repeat(30) }),
  )
  for (const startTime of ['09:00', '09:00', '23:55'])
    expectSuccess(
      await wordy.post(`/itineraries/${trip.id}/items`, {
        date: inDays(1),
        startTime,
        title:
          'Aboard the Zwischenzugverbindungsbahnhofsvorplatzrundfahrt with a stop at every single temple',
        location: 'Krung Thep Mahanakhon Amon Rattanakosin Mahinthara Ayuthaya Mahadilok Phop',
        description: 'Bring water. '.repeat(15).trim(),
      }),
    )
  const { conversation } = expectSuccess(
    await wordy.post('/conversations', { type: 'direct', participant_ids: [other] }),
  )
  for (const content of [
    'W'.repeat(400),
    'שלום, מה שלומך? 👩‍👩‍👧‍👦',
    '👍',
    `https://example.org/${'path/'.repeat(60)}`,
  ])
    expectSuccess(await wordy.post(`/conversations/${conversation.id}/messages`, { content }))
}
