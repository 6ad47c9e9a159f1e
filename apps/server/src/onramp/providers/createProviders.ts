import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { PriceService } from '../../prices/createPriceService.ts'
import { createCoinbaseProvider } from './coinbase/createCoinbaseProvider.ts'
import type { OnrampProvider } from './OnrampProvider.ts'
import { readSecret } from './readSecret.ts'
import { createSandboxProvider } from './sandbox/createSandboxProvider.ts'

/** Path for messages of a provider, below the public URL of this server. */
export const webhookPath = '/v1/onramp/webhooks/{provider}'

/**
 * Creates the providers of the configuration. To add one, write an adapter beside these, a part of the configuration, and an
 * entry here (`docs/recipes/buy.md`).
 *
 * @throws LatchkeyError `config_invalid`
 */
export function createProviders({
  context: { clock, config: server },
  config: { sandbox, coinbase, treasury },
  prices,
  env,
}: {
  context: Pick<Context, 'clock' | 'config'>
  config: OnrampConfig
  prices: PriceService
  env: Readonly<Record<string, string | undefined>>
}): OnrampProvider[] {
  const secretOf = (name: string, from: Parameters<typeof readSecret>[0]['from']) =>
    readSecret({ from, name: `onramp.${name}`, env })
  const webhookOf = (provider: string, base = server.http.publicUrl ?? '') =>
    `${base.replace(/\/+$/, '')}${webhookPath.replace('{provider}', provider)}`
  return [
    ...(sandbox
      ? [
          createSandboxProvider({
            url: sandbox.url,
            key: secretOf('sandbox.key', sandbox.key),
            fee: sandbox.fee,
            webhookUrl: webhookOf('sandbox', sandbox.webhookUrl),
            currencies: ['USD', ...Object.keys(treasury?.rates ?? {})],
            nameOf: (chainId) => server.chains.find((chain) => chain.chainId === chainId)?.name ?? chainId,
            clock,
          }),
        ]
      : []),
    ...(coinbase
      ? [
          createCoinbaseProvider({
            url: coinbase.url,
            payUrl: coinbase.payUrl,
            keyId: coinbase.keyId,
            key: secretOf('coinbase.key', coinbase.key),
            webhookSecret: secretOf('coinbase.webhook', coinbase.webhook),
            country: coinbase.country,
            subdivision: coinbase.subdivision,
            decimalsOf: async (asset) => {
              const { response } = await prices.read({ addresses: [asset] })
              const [found] = response.fungibles
              return found && found.symbol !== '' ? found.decimals : undefined
            },
            clock,
          }),
        ]
      : []),
  ]
}
