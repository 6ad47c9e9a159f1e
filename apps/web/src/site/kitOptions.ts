import { socialProviders } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { flag, hexId, oneOf, section, someText, textLike, texts, webAddress } from './siteFields.ts'

const relayAddress = () => textLike(/^wss?:\/\/\S+$/, 'must be an address that starts with wss://')

const picture = () =>
  textLike(
    /^(data:image\/|\/|https?:\/\/)\S+$/,
    'must be a picture that this site serves, such as "/icon.png", or a data: address',
  )

/** Options of the ways to reach a wallet. */
const ways = {
  walletUrl: z.exactOptional(webAddress()),
  wallet: z.exactOptional(
    section({
      socials: z.exactOptional(
        z.union(
          [z.literal(false), z.array(oneOf(socialProviders))],
          `must be false, or a list of ${socialProviders.join(', ')}`,
        ),
      ),
      announce: z.exactOptional(flag()),
      enableLogger: z.exactOptional(flag()),
    }),
  ),
  walletConnect: z.exactOptional(
    z.union(
      [
        z.boolean(),
        section({
          publicProjectId: z.exactOptional(hexId('the operator of the public relay gives it')),
          publicRelayUrl: z.exactOptional(relayAddress()),
          ownRelay: z.exactOptional(
            z.union([z.boolean(), relayAddress()], 'must be true, false, or an address that starts with wss://'),
          ),
        }),
      ],
      'must be true, false, or an object with `publicProjectId`',
    ),
  ),
  connectors: z.exactOptional(
    section({
      injected: z.exactOptional(flag()),
      safe: z.exactOptional(
        z.union(
          [z.boolean(), section({ origins: z.array(webAddress(), 'must be a list of addresses') })],
          'must be true, false, or an object with `origins`',
        ),
      ),
      smartWallet: z.exactOptional(section({ name: z.exactOptional(someText()), url: webAddress() })),
    }),
  ),
  basic: z.exactOptional(flag()),
}

/** Options of Connect. */
const choice = {
  termsUrl: z.exactOptional(webAddress()),
  privacyUrl: z.exactOptional(webAddress()),
  legalConsent: z.exactOptional(flag()),
  featuredWalletIds: z.exactOptional(texts()),
  includedWalletIds: z.exactOptional(texts()),
  excludedWalletIds: z.exactOptional(texts()),
  customWallets: z.exactOptional(
    z.array(
      section({
        id: someText(),
        name: someText(),
        homepage: webAddress(),
        imageUrl: z.exactOptional(picture()),
        mobileLink: z.exactOptional(someText()),
        desktopLink: z.exactOptional(someText()),
        webappLink: z.exactOptional(webAddress()),
        rdns: z.exactOptional(someText()),
        relay: z.exactOptional(oneOf(['own', 'any'])),
      }),
      'must be a list of wallets',
    ),
  ),
  allWallets: z.exactOptional(oneOf(['show', 'hide', 'only-mobile'])),
}

/** Options of the kit after a connection. */
const use = {
  enableNetworkSwitch: z.exactOptional(flag()),
  allowUnsupportedChain: z.exactOptional(flag()),
  pendingTransactions: z.exactOptional(
    section({
      watch: flag(),
      pollInterval: z.exactOptional(
        z.int('must be whole milliseconds').check(z.minimum(1000, 'must be 1000 milliseconds or more')),
      ),
    }),
  ),
  telemetry: z.exactOptional(flag()),
}

const style = () => z.exactOptional(someText())

/** Appearance of the modal, in addition to light and dark. */
const theme = section({
  accent: style(),
  accentInk: style(),
  accentText: style(),
  mix: style(),
  mixStrength: style(),
  fontFamily: style(),
  fontSizeMaster: style(),
  radiusMaster: style(),
  zIndex: z.exactOptional(z.int('must be a whole number')),
  qrColor: style(),
})

/** Keys of site.json that the kit gets, mostly under the same names. */
export const kitOptions = { ...ways, ...choice, ...use, theme: z.exactOptional(theme) }
