import type { OperationType } from '@latchkey/protocol/api'

/** The kinds of activity that a visitor can filter by. */
export const activityTypes = ['all', 'receive', 'send', 'trade', 'other'] as const

/** A kind of activity. */
export type ActivityType = (typeof activityTypes)[number]

/** Tells whether a value is a kind of activity. */
export function isActivityType(value: unknown): value is ActivityType {
  return activityTypes.some((type) => type === value)
}

/** Tells whether an operation belongs to a kind. */
export function matchesActivityType({ operation, type }: { operation: OperationType; type: ActivityType }): boolean {
  if (type === 'all') return true
  // What is bought comes in.
  const kind = operation === 'buy' ? 'receive' : operation
  const plain = kind === 'receive' || kind === 'send' || kind === 'trade'
  return type === 'other' ? !plain : kind === type
}
