import { nativeSolanaAddress, parseAccountId } from '@latchkey/protocol'
import { isLocalHost } from './isLocalHost.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Finds onramp settings that cannot work: no provider, nothing for sale, and missing or duplicate keys and secrets. */
export function findOnrampConflicts({
  chains,
  http,
  onramp,
}: Pick<ServerConfig, 'chains' | 'http' | 'onramp'>): string[] {
  if (!onramp) return []
  const { treasury, sandbox, coinbase, gate, limits } = onramp
  return [
    ...(sandbox || coinbase
      ? []
      : [
          'onramp: found no provider; expected one that takes payments. Set onramp.sandbox or onramp.coinbase, or remove onramp.',
        ]),
    ...(sandbox && !treasury
      ? [
          'onramp.treasury: found nothing, but onramp.sandbox only takes payments; expected the account that pays orders out. Set onramp.treasury.',
        ]
      : []),
    ...(treasury ? findTreasuryConflicts(treasury, chains) : []),
    ...(sandbox && treasury ? findRealNetworks(treasury.assets, chains) : []),
    ...(sandbox ? findSecretConflicts('onramp.sandbox.key', sandbox.key, true) : []),
    ...(sandbox && !sandbox.webhookUrl && !http.publicUrl
      ? [
          'onramp.sandbox.webhookUrl: found nothing, nor http.publicUrl; expected the URL at which the card processor reaches this server. Set one of the two.',
        ]
      : []),
    ...(coinbase ? findSecretConflicts('onramp.coinbase.key', coinbase.key, true) : []),
    ...(coinbase ? findSecretConflicts('onramp.coinbase.webhook', coinbase.webhook, true) : []),
    ...(coinbase ? findPlainAddresses('onramp.coinbase', { url: coinbase.url, payUrl: coinbase.payUrl }) : []),
    ...(sandbox ? findPlainAddresses('onramp.sandbox', { url: sandbox.url }) : []),
    ...(gate.hook ? findSecretConflicts('onramp.gate.hook', gate.hook, false) : []),
    ...(gate.hook ? findPlainAddresses('onramp.gate.hook', { url: gate.hook.url }) : []),
    ...((gate.countryHeader || gate.allowedCountries) && !(gate.countryHeader && http.trustProxy)
      ? [
          'onramp.gate: the server learns a country only from onramp.gate.countryHeader with http.trustProxy; expected both, because onramp.gate.countryHeader or onramp.gate.allowedCountries is set. Set them, or remove the rule.',
        ]
      : []),
    ...(gate.blockedCountries.length > 0 && !gate.countryHeader
      ? [
          'onramp.gate.blockedCountries: found without onramp.gate.countryHeader; expected the header in which the proxy puts the country. Set it, and http.trustProxy.',
        ]
      : []),
    ...(['card', 'ach_bank_account'] as const).flatMap((method) => {
      const { min, max, perDay } = limits[method]
      return [
        ...(Number(min) > Number(max)
          ? [
              `onramp.limits.${method}.min: found "${min}", above its max "${max}"; expected less. Change one of the two.`,
            ]
          : []),
        ...(Number(perDay) < Number(min)
          ? [`onramp.limits.${method}.perDay: found "${perDay}", below its min "${min}": no one could buy. Change it.`]
          : []),
      ]
    }),
  ]
}

type Treasury = NonNullable<NonNullable<ServerConfig['onramp']>['treasury']>

function findTreasuryConflicts({ assets, rates, ...keys }: Treasury, chains: ServerConfig['chains']): string[] {
  return [
    ...assets.flatMap((asset, index) => {
      const { chainId, address } = parseAccountId(asset)
      const family = chainId.split(':')[0]
      const place = `onramp.treasury.assets[${index}]`
      if (!chains.some((chain) => chain.chainId === chainId)) {
        return [`${place}: found "${asset}"; expected a token of a network of chains[]. Add the network, or remove it.`]
      }
      if (family !== 'eip155' && family !== 'solana') {
        return [`${place}: found "${asset}"; expected a token of Ethereum's family or of Solana. Remove it.`]
      }
      if (assets.findIndex((one) => sameAsset(one, asset)) < index) {
        return [`${place}: found "${asset}" a second time; expected each token once. Remove it.`]
      }
      return keys[family] || address === ''
        ? []
        : [
            `onramp.treasury.${family}: found nothing; expected the key of the account that pays out ${asset}. Set onramp.treasury.${family}.keyFile (created if it is missing).`,
          ]
    }),
    ...('USD' in rates
      ? ['onramp.treasury.rates.USD: found a rate; expected only rates of other currencies in USD. Remove it.']
      : []),
    ...Object.entries(rates).flatMap(([currency, rate]) =>
      Number(rate) > 0 ? [] : [`onramp.treasury.rates.${currency}: found "${rate}"; expected more than 0. Change it.`],
    ),
  ]
}

/** Test cards cost nothing, so the tokens they buy must be worthless. */
function findRealNetworks(assets: Treasury['assets'], chains: ServerConfig['chains']): string[] {
  return [...new Set(assets.map((asset) => parseAccountId(asset).chainId))].flatMap((chainId) => {
    const chain = chains.find((one) => one.chainId === chainId)
    if (!chain || chain.testnet) return []
    return [
      `onramp.sandbox: found together with onramp.treasury.assets of ${chainId}, which is not a test network; expected only test networks, because the sandbox pays out real tokens for test cards. Remove the sandbox or those assets, or set testnet if the network is one.`,
    ]
  })
}

function sameAsset(a: string, b: string): boolean {
  return a.endsWith(nativeSolanaAddress) || !a.startsWith('eip155:') ? a === b : a.toLowerCase() === b.toLowerCase()
}

function findSecretConflicts(
  setting: string,
  { secret, secretVariable }: { secret?: string | undefined; secretVariable?: string | undefined },
  isNeeded: boolean,
): string[] {
  if (secret !== undefined && secretVariable !== undefined) {
    return [`${setting}.secretVariable: found together with ${setting}.secret; expected one of the two. Remove one.`]
  }
  if (!isNeeded || secret !== undefined || secretVariable !== undefined) return []
  return [`${setting}.secret: found nothing; expected the secret. Set it, or secretVariable.`]
}

function findPlainAddresses(setting: string, addresses: Record<string, string>): string[] {
  return Object.entries(addresses).flatMap(([name, address]) => {
    const { protocol, hostname } = new URL(address)
    if (protocol === 'https:' || isLocalHost(hostname)) return []
    return [
      `${setting}.${name}: found "${address}"; expected https, because keys and payments travel there. Change it.`,
    ]
  })
}
