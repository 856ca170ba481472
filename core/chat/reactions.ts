// The reactions to a message: a set of (person, emoji).

import { chatLimits } from '#core/chat/limits.ts'

export interface Reaction {
  emoji: string
  /** Ids, in the order in which they reacted; never empty. */
  users: readonly string[]
}

const ONE_EMOJI = emojiPattern('^\\p{RGI_Emoji}$')
const FEW_EMOJI = emojiPattern(String.raw`^(?:\s*\p{RGI_Emoji}\s*){1,3}$`)
const EMOJI_STYLE = '\ufe0f'

/** The emoji as Unicode spells it in full, so that one of two keyboards' hearts is not another; null if it is not one emoji. */
export function emojiFrom(text: string): string | null {
  if (text.length > chatLimits.emoji.max) return null
  const spelled = [text, text + EMOJI_STYLE, text.replaceAll(EMOJI_STYLE, '')]
  return spelled.find((each) => ONE_EMOJI.test(each)) ?? null
}

/** Whether a message is one to three emoji and nothing else. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= 3 * chatLimits.emoji.max && FEW_EMOJI.test(text)

/** Not a literal, which an old browser would not parse; it takes what begins like an emoji for one. */
function emojiPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'v')
  } catch {
    return new RegExp(source.replace('RGI_Emoji', 'Emoji_Presentation'), 'u')
  }
}

export const hasReacted = (reactions: readonly Reaction[], emoji: string, userId: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.users.includes(userId))

/** The same list when nothing changes. A new emoji comes last. */
export function withReaction(
  reactions: readonly Reaction[],
  { emoji, userId }: { emoji: string; userId: string },
  isSet: boolean,
): readonly Reaction[] {
  if (hasReacted(reactions, emoji, userId) === isSet) return reactions
  if (!isSet)
    return reactions.flatMap((reaction) => {
      if (reaction.emoji !== emoji) return [reaction]
      const users = reaction.users.filter((id) => id !== userId)
      return users.length === 0 ? [] : [{ emoji, users }]
    })
  return reactions.some((reaction) => reaction.emoji === emoji)
    ? reactions.map((reaction) =>
        reaction.emoji === emoji ? { emoji, users: [...reaction.users, userId] } : reaction,
      )
    : [...reactions, { emoji, users: [userId] }]
}
