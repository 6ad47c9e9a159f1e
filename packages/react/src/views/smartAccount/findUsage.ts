import type { Permission } from '@latchkey/core'

/** Used part of a spending limit in the current period. */
export type AllowanceUsage = NonNullable<Permission['usage']>[number]

/** Returns the usage of a permission's limit for a token, or the native token if `token` is undefined. Undefined if it is unknown. */
export function findUsage(session: Pick<Permission, 'usage'>, token: string | undefined): AllowanceUsage | undefined {
  return session.usage?.find((entry) =>
    token === undefined ? entry.token === 'native' : entry.token.toLowerCase().endsWith(token.toLowerCase()),
  )
}
