import { findOnrampConflicts } from './findOnrampConflicts.ts'
import { findPriceConflicts } from './findPriceConflicts.ts'
import { findRoleConflicts } from './findRoleConflicts.ts'
import { findSiwxConflicts } from './findSiwxConflicts.ts'
import { findSmartAccountConflicts } from './findSmartAccountConflicts.ts'
import { findSocialConflicts } from './findSocialConflicts.ts'
import type { ServerConfig } from './ServerConfig.ts'

type Section = keyof ServerConfig

/** Each search, with the sections that it reads. */
const searches: readonly [sections: readonly Section[], find: (config: ServerConfig) => string[]][] = [
  [['chains'], findChainTwins],
  [['projects'], findProjectTwins],
  [['chains'], findPriceConflicts],
  [['role', 'wallet', 'mail'], findWalletConflicts],
  [['role', 'database', 'redis', 'wallet', 'siwx', 'smartAccounts', 'social'], findRoleConflicts],
  [['social', 'wallet'], findSocialConflicts],
  [['chains', 'smartAccounts'], findSmartAccountConflicts],
  [['convert'], findAggregatorConflicts],
  [['chains', 'http', 'onramp'], findOnrampConflicts],
  [['http', 'siwx', 'wallet', 'operators'], findSiwxConflicts],
  [['relay', 'redis'], findStoreConflicts],
]

/**
 * Finds conflicts between fields: duplicate ids of chains or projects, and missing requirements of the wallet or the relay. Returns one
 * sentence for each.
 *
 * @param broken sections with other mistakes, whose conflicts are not searched
 */
export function findConfigConflicts(config: ServerConfig, broken: ReadonlySet<string> = new Set()): string[] {
  return searches.flatMap(([sections, find]) => (sections.some((section) => broken.has(section)) ? [] : find(config)))
}

function findChainTwins({ chains }: ServerConfig): string[] {
  return findTwins(chains.map(({ chainId }) => chainId)).map(
    ([first, second, id]) =>
      `chains[${second}].chainId: found "${id}", which chains[${first}] already uses; expected each chain once. Merge the two.`,
  )
}

function findProjectTwins({ projects }: ServerConfig): string[] {
  return findTwins(projects.map(({ id }) => id)).map(
    ([first, second, id]) =>
      `projects[${second}].id: found "${id}", which projects[${first}] already uses; expected a unique ID. Give it a new one.`,
  )
}

function findStoreConflicts({ relay, redis }: ServerConfig): string[] {
  if (relay.store !== 'redis' || redis.url) return []
  return [
    'relay.store: found "redis", but redis.url is not set; expected Redis for the messages of the relay. Set redis.url or REDIS_URL, or remove relay.store.',
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
  const { keyFile, keyVariable } = wallet
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
  ]
}

function findTwins(ids: readonly string[]): [first: number, second: number, id: string][] {
  return ids.flatMap((id, index): [number, number, string][] => {
    const first = ids.indexOf(id)
    return first < index ? [[first, index, id]] : []
  })
}
