// How long the texts of a trip may be, how far away its days, and which values its choices have.

export const tripLimits = {
  title: { min: 3, max: 200 },
  destination: { min: 2, max: 500 },
  description: { max: 1000 },
  budget: { max: 999_999.99 },
  days: 366,
  yearsAhead: 10,
  invitees: 100,
  guestName: { max: 100 },
  requestMessage: 300,
  displayName: { max: 40 },
  /** Of a link: how long it lasts, and how many join by it. */
  inviteLink: { days: 30, peopleADay: 20, people: 100 },
  /** Of one person for one trip, within 24 hours. */
  requestsADay: 5,
} as const

export const tripStatuses = ['planning', 'confirmed', 'in_progress', 'completed', 'cancelled'] as const
export const inviteeRoles = ['member', 'co_organizer'] as const
