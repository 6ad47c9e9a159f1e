import { type AccountId, parseAccountId } from '@latchkey/protocol'
import { accountIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import { kitOptions } from './kitOptions.ts'
import { networkSchema } from './networkSchema.ts'
import { chainId, flag, hexId, oneOf, section, someText, webAddress } from './siteFields.ts'

const tokenId = () => {
  const message = 'must be the network and the address of the token, such as "eip155:8453:0x…"'
  return z
    .string(message)
    .check(z.refine((value) => accountIdSchema.safeParse(value).success, message)) as unknown as z.ZodMiniType<
    AccountId,
    AccountId
  >
}

const siteKeys = section({
  apiUrl: webAddress(),
  projectId: hexId('it is the `id` of a project in the server’s configuration'),
  name: someText(),
  tagline: z.exactOptional(someText()),
  icons: z.exactOptional(z.array(webAddress(), 'must be a list of addresses')),
  token: tokenId(),
  networks: z.tuple([networkSchema], networkSchema, 'must be a list of at least one network'),
  defaultNetwork: z.exactOptional(chainId()),
  signIn: z.exactOptional(oneOf(['off', 'on-demand', 'optional', 'required'])),
  ...kitOptions,
  links: z.exactOptional(z.array(section({ label: someText(), url: webAddress() }), 'must be a list of links')),
  contacts: z.exactOptional(z.array(section({ label: someText(), address: someText() }), 'must be a list of contacts')),
  sandbox: z.exactOptional(flag()),
})

/** The validated configuration of the site. */
export type SiteConfig = z.output<typeof siteKeys>

/**
 * Schema of `/site.json`, the file that the operator puts beside the page. It is the only difference between two deployments. docs/site.md
 * has a table of all keys, which `scripts/checks/site.mjs` writes from this schema.
 */
export const siteConfigSchema = siteKeys.check(
  agree({
    keys: ['token', 'networks'],
    error: 'must be a token on one of `networks`',
    holds: ({ token, networks }) =>
      networks.some(({ caipNetworkId }) => caipNetworkId === parseAccountId(token).chainId),
  }),
  agree({
    keys: ['defaultNetwork', 'networks'],
    error: 'must be one of `networks`',
    holds: ({ defaultNetwork, networks }) =>
      !defaultNetwork || networks.some(({ caipNetworkId }) => caipNetworkId === defaultNetwork),
  }),
  agree({
    keys: ['networks'],
    error: 'must list each network once',
    holds: ({ networks }) => new Set(networks.map(({ caipNetworkId }) => caipNetworkId)).size === networks.length,
  }),
  agree({
    keys: ['wallet', 'walletUrl'],
    error: 'needs `walletUrl`, the address of the embedded wallet',
    holds: ({ wallet, walletUrl }) => !wallet || walletUrl !== undefined,
  }),
  agree({
    keys: ['walletConnect'],
    error: 'must keep `ownRelay`, or name `publicProjectId`: there is no relay left',
    holds: ({ walletConnect }) =>
      typeof walletConnect !== 'object' ||
      walletConnect.ownRelay !== false ||
      walletConnect.publicProjectId !== undefined,
  }),
  agree({
    keys: ['walletConnect'],
    error: 'must name `publicProjectId` with `publicRelayUrl`: the public relay needs one',
    holds: ({ walletConnect }) =>
      typeof walletConnect !== 'object' ||
      walletConnect.publicRelayUrl === undefined ||
      walletConnect.publicProjectId !== undefined,
  }),
  agree({
    keys: ['basic', 'walletConnect'],
    error: 'needs `walletConnect`: nothing else is offered then',
    holds: ({ basic, walletConnect = false }) => !basic || walletConnect !== false,
  }),
  agree({
    keys: ['legalConsent', 'termsUrl', 'privacyUrl'],
    error: 'needs `termsUrl` or `privacyUrl`: there is nothing to agree to',
    holds: ({ legalConsent, termsUrl, privacyUrl }) =>
      !legalConsent || termsUrl !== undefined || privacyUrl !== undefined,
  }),
)

/** Makes a rule about several keys. It runs if each of them is valid, independent of other errors, and reports at the first key. */
function agree({
  keys,
  error,
  holds,
}: {
  keys: readonly [keyof SiteConfig, ...(keyof SiteConfig)[]]
  error: string
  holds: (site: SiteConfig) => boolean
}) {
  const concerns = ({ code, path: [key] = [] }: z.core.$ZodRawIssue) =>
    key === undefined ? code === 'invalid_type' : keys.some((one) => one === key)
  return z.refine<SiteConfig>(holds, { path: [keys[0]], error, when: ({ issues }) => !issues.some(concerns) })
}

/** Returns the parts of the site's token ID. */
export function tokenOf({ token }: { token: AccountId }) {
  return parseAccountId(token)
}

/** Whether visitors can sign in to the site. */
export function canSignIn({ signIn = 'off' }: Pick<SiteConfig, 'signIn'>): boolean {
  return signIn !== 'off'
}
