import { findOnrampConflicts } from './findOnrampConflicts.ts'
import { findPriceConflicts } from './findPriceConflicts.ts'
import { findRoleConflicts } from './findRoleConflicts.ts'
import { findSiwxConflicts } from './findSiwxConflicts.ts'
import { findSmartAccountConflicts } from './findSmartAccountConflicts.ts'
import { findSocialConflicts } from './findSocialConflicts.ts'
import { isLocalHost } from './isLocalHost.ts'
import { describeOriginIssue } from './originMatcher.ts'
import type { ServerConfig } from './ServerConfig.ts'

/**
 * Finds conflicts between fields: duplicate ids of chains or projects, invalid origins, and missing requirements of the wallet or the
 * relay. Returns one sentence for each.
 */
export function findConfigConflicts(config: ServerConfig): string[] {
  return [
    ...findTwins(config.chains.map(({ chainId }) => chainId)).map(
      ([first, second, id]) =>
        `chains[${second}].chainId: found "${id}", which chains[${first}] already uses; expected each chain once. Merge the two.`,
    ),
    ...findTwins(config.projects.map(({ id }) => id)).map(
      ([first, second, id]) =>
        `projects[${second}].id: found "${id}", which projects[${first}] already uses; expected a unique ID. Give it a new one.`,
    ),
    ...config.projects.flatMap(({ origins }, project) =>
      origins.flatMap((origin, index) => {
        const issue = describeOriginIssue(origin)
        return issue ? [`projects[${project}].origins[${index}]: found "${origin}"; ${issue}. Change it.`] : []
      }),
    ),
    ...findPriceConflicts(config),
    ...findWalletConflicts(config),
    ...findRoleConflicts(config),
    ...findSocialConflicts(config),
    ...findSmartAccountConflicts(config),
    ...findAggregatorConflicts(config),
    ...findOnrampConflicts(config),
    ...findSiwxConflicts(config),
    ...(config.relay.store === 'redis' && !config.redis.url
      ? [
          'relay.store: found "redis", but redis.url is not set; expected Redis for the messages of the relay. Set redis.url or REDIS_URL, or remove relay.store.',
        ]
      : []),
  ]
}

function findAggregatorConflicts({ convert: { zeroex } }: ServerConfig): string[] {
  if (!zeroex || (zeroex.apiKey === undefined) !== (zeroex.keyVariable === undefined)) return []
  return [
    zeroex.apiKey === undefined
      ? 'convert.zeroex.apiKey: found nothing; expected your API key of 0x. Set it, or keyVariable, or remove convert.zeroex.'
      : 'convert.zeroex.keyVariable: found together with convert.zeroex.apiKey; expected one of the two. Remove one.',
  ]
}

function findWalletConflicts({ role, wallet, mail }: ServerConfig): string[] {
  if (!wallet) return []
  const { publicUrl, keyFile, keyVariable } = wallet
  const { protocol, hostname, origin } = new URL(publicUrl)
  return [
    ...(mail || role === 'api'
      ? []
      : [
          'mail.url: found nothing; the embedded wallet (wallet) sends login codes by mail. Set mail.url and mail.from, or MAIL_URL and MAIL_FROM.',
        ]),
    ...(keyFile || keyVariable || role === 'api'
      ? []
      : [
          'wallet.keyFile: found nothing; expected the path of the file with the key that seals shares and addresses (created if it is missing). Set it, or WALLET_KEY.',
        ]),
    ...(keyFile && keyVariable
      ? ['wallet.keyVariable: found together with wallet.keyFile; expected one of the two. Remove one.']
      : []),
    ...(origin === publicUrl.replace(/\/$/, '')
      ? []
      : [`wallet.publicUrl: found "${publicUrl}"; expected an origin without a path, such as "${origin}". Change it.`]),
    // Passkeys work only on https and on localhost.
    ...(protocol === 'https:' || isLocalHost(hostname)
      ? []
      : [
          `wallet.publicUrl: found "${publicUrl}"; expected https, because browsers keep no keys on plain http. Change it.`,
        ]),
  ]
}

function findTwins(ids: readonly string[]): [first: number, second: number, id: string][] {
  return ids.flatMap((id, index): [number, number, string][] => {
    const first = ids.indexOf(id)
    return first < index ? [[first, index, id]] : []
  })
}
