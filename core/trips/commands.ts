// The commands to a trip. Permissions were checked before (access.ts).

import type { ClaimCommand } from '#core/trips/guestClaims.ts'
import type { ChangeTripCommand } from '#core/trips/changeDetails.ts'
import type { InviteLinkCommand } from '#core/trips/inviteLinks.ts'
import type { PollCommand } from '#core/trips/polls.ts'
import type { Guest, InviteeRole, TripDetails, TripUser } from '#core/trips/events.ts'

export type TripCommand =
  | {
      type: 'PlanTrip'
      tripId: string
      details: Omit<TripDetails, 'budget'> & { budget: number | null }
      /** From a file: it may have begun. */
      isImported: boolean
      organizer: TripUser
      invitees: readonly TripUser[]
      /** How many trips the organizer is on already. */
      tripCount: number
      now: string
      newId: string
    }
  | ChangeTripCommand
  | InviteLinkCommand
  | PollCommand
  | { type: 'DeleteTrip'; ifMatch?: number | undefined }
  | {
      type: 'InviteToTrip'
      users: readonly TripUser[]
      by: TripUser
      newId: string
      /** That they had before; a member by default. */
      role?: InviteeRole
    }
  | {
      type: 'AskToJoinTrip'
      requestId: string
      user: TripUser
      message: string | null
      now: string
      openInvitationCount: number
    }
  | {
      type: 'RespondToInvitation'
      invitationId: string
      response: 'accepted' | 'declined'
      /** How many trips the sender of the request is on. */
      tripCount: number
    }
  | { type: 'CancelInvitation'; invitationId: string }
  | { type: 'ChangeRole'; userId: string; role: InviteeRole }
  | {
      type: 'HandOverTrip'
      to: string
      /** Of the organizer until now; co-organizer by default. */
      role?: InviteeRole
    }
  | { type: 'RemoveParticipant'; userId: string }
  | { type: 'LeaveTrip'; userId: string }
  | { type: 'AddGuest'; guest: Guest; by: TripUser }
  | {
      type: 'ChangeGuest'
      guestId: string
      changes: { name?: string | undefined; role?: InviteeRole | undefined }
      /** Whether the contact details, which are in another stream, change as well. */
      changesContact: boolean
      ifMatch?: number | undefined
    }
  | { type: 'RemoveGuest'; guestId: string; ifMatch?: number | undefined }
  | {
      type: 'RestoreGuest'
      guestId: string
      /** Of the new contact details, because the old ones are erased. */
      contactId: string
    }
  | ({ type: 'AskForGuest' } & ClaimCommand)
  | ({ type: 'ClaimGuest' } & ClaimCommand)
  | {
      type: 'RespondToGuestClaim'
      claimId: string
      response: 'accepted' | 'declined'
      /** Whether a record of the trip's money names the guest. */
      hasMoney: boolean
    }
  | {
      type: 'UndoGuestClaim'
      claimId: string
      /** As that of a restored guest. */
      contactId: string
    }
