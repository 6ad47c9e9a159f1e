import type { OperationType } from '@latchkey/protocol/api'

/** The types of activity that a visitor can filter by. */
export const activityTypes = ['all', 'receive', 'send', 'trade', 'other'] as const

/** A type of activity. */
export type ActivityType = (typeof activityTypes)[number]

/** Whether a value is a type of activity. */
export function isActivityType(value: unknown): value is ActivityType {
  return activityTypes.some((type) => type === value)
}

/** Whether an operation belongs to a type. */
export function matchesActivityType({ operation, type }: { operation: OperationType; type: ActivityType }): boolean {
  if (type === 'all') return true
  // An order is an incoming transfer.
  const kind = operation === 'buy' ? 'receive' : operation
  const plain = kind === 'receive' || kind === 'send' || kind === 'trade'
  return type === 'other' ? !plain : kind === type
}
