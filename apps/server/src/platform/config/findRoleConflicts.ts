import type { ServerConfig } from './ServerConfig.ts'

/** Finds settings that the role of a process forbids or requires. Returns one sentence for each. */
export function findRoleConflicts({
  role,
  database,
  redis,
  wallet,
  siwx,
  smartAccounts,
  social,
}: Pick<ServerConfig, 'role' | 'database' | 'redis' | 'wallet' | 'siwx' | 'smartAccounts' | 'social'>): string[] {
  if (role === 'all') return []
  const found = `role: found "${role}"`
  const hasKey = (part: { keyFile?: string | undefined; keyVariable?: string | undefined } | undefined) =>
    part?.keyFile !== undefined || part?.keyVariable !== undefined
  const hasOwnRelay = social.farcaster?.app !== undefined && social.farcaster.relay === undefined
  return [
    ...(database.url
      ? []
      : [
          `${found} without database.url; expected PostgreSQL, which processes can share. Set database.url or DATABASE_URL.`,
        ]),
    ...(role === 'api' && hasKey(wallet)
      ? [
          `${found} with the key of the wallet (wallet.keyFile, wallet.keyVariable or WALLET_KEY); expected it only in the wallet's process. Remove it here.`,
        ]
      : []),
    ...(role === 'wallet' && !wallet ? [`${found} without wallet; expected the wallet's origin. Add it.`] : []),
    ...(role === 'api' && siwx && !hasKey(siwx)
      ? [`${found} with siwx, which has no separate key; expected siwx.keyFile or siwx.keyVariable. Set one.`]
      : []),
    ...(smartAccounts && !hasKey(smartAccounts)
      ? [
          `${found} with smartAccounts, which has no separate key for permissions; expected smartAccounts.keyFile or smartAccounts.keyVariable, the same in both processes. Set one.`,
        ]
      : []),
    ...(hasOwnRelay && !redis.url
      ? [
          `${found} with this server's own relay of Farcaster, but without redis.url; expected Redis, which connects the processes. Set redis.url or REDIS_URL, or social.farcaster.relay.`,
        ]
      : []),
  ]
}
