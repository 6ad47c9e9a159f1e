import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/schemas.ts'
import type { OneClickSignIn, SiwxSession } from '../siwx/SiwxMessageData.ts'
import { oauthProviders, socialProviders } from './socialLogin.ts'

/** One request of the host as data: what it carries and what it is answered with. */
export type FrameRequestDefinition = { payload: z.ZodMiniType; result: z.ZodMiniType }

const none = z.strictObject({})
const email = z.string().check(z.maxLength(254), z.email())
const otp = z.string().check(z.regex(/^\d{6}$/))
const address = z.string().check(z.maxLength(100))
const accountType = z.enum(['eoa', 'smartAccount'])
/**
 * A sign-in to the host's site that the wallet signs as part of the login, in its own judgement: one that it does not sign makes no login
 * fail. It is told on the card of the login, so that it is handed over before there is a card.
 */
const signIn = z.optional(z.unknown() as z.ZodMiniType<OneClickSignIn>)
/** What was signed of it, by network; left out for none. */
const signIns = z.optional(z.array(z.unknown() as z.ZodMiniType<SiwxSession>))

/** The visitor (specification 3, "Wallet user"). */
export const walletUserSchema = z.strictObject({
  email: z.optional(z.nullable(z.string())),
  address,
  chainId: z.union([z.string(), z.number()]),
  accounts: z.array(
    z.strictObject({
      address,
      /** `payment` (P2WPKH) and `ordinal` (P2TR) on Bitcoin networks. */
      type: z.enum(['eoa', 'smartAccount', 'payment', 'ordinal']),
      /** Hexadecimal with `0x`: 32 bytes for Solana, 33 (compressed) for Bitcoin. */
      publicKey: z.optional(z.string()),
      /** BIP-32. */
      path: z.optional(z.string()),
    }),
  ),
  userName: z.optional(z.string()),
  smartAccountDeployed: z.optional(z.boolean()),
  preferredAccountType: z.optional(accountType),
  /** With whom the visitor signed in; left out for an email address. */
  socialProvider: z.optional(z.enum(socialProviders)),
})

/** The visitor at the end of a login. */
const loggedInSchema = z.strictObject({ ...walletUserSchema.shape, signIns })

/** Waits for a person: ask again. */
export const pendingStepSchema = z.union([
  z.strictObject({ status: z.literal('pending') }),
  z.strictObject({
    status: z.literal('recover'),
    methods: z.array(z.enum(['passkey', 'backupCode', 'password', 'oldDevice'])),
  }),
])

/** The social providers of the specification (section 5, "Login provider"). */
export const oauthProviderSchema = z.enum(oauthProviders)

/** Every request that a host may send, by its type. */
export const frameRequests = {
  /** Sends the login mail. @error `email_cooldown` within 30 s of the last one */
  connectEmail: {
    payload: z.strictObject({ email }),
    result: z.strictObject({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  },
  /** Waits until the device is approved by the link in the mail. `{}`: approved; the code comes next, unless `connected`. */
  connectDevice: {
    payload: z.strictObject({ signIn }),
    result: z.union([z.strictObject({ connected: z.optional(z.boolean()), signIns }), pendingStepSchema]),
  },
  /**
   * Without `otp` the frame asks for the code on its own card; with it, only where the project allows the host to ask, and nothing is
   * signed then: no card has told of it.
   */
  connectOtp: {
    payload: z.strictObject({ otp: z.optional(otp), signIn }),
    result: z.union([loggedInSchema, pendingStepSchema]),
  },
  /**
   * Begins a login with a provider. The host opens the window itself, inside the click, and leads it to `popupUrl`; the window finds the
   * frame by itself, which must stand in the page's own tree and not below a shadow root. Where no window can be opened the host goes
   * there itself, and comes back to `returnUrl` with {@link socialReturnKey} in its fragment; that one may wait for the visitor to read a
   * number first.
   */
  socialStart: {
    payload: z.strictObject({
      provider: oauthProviderSchema,
      /** An address of the host's own origin. */
      returnUrl: z.optional(z.string().check(z.maxLength(2000))),
      /** Told on a card that shows until the login has come to its end; not where the page itself goes. */
      signIn,
    }),
    result: z.union([z.strictObject({ popupUrl: z.string(), attemptId: z.string() }), pendingStepSchema]),
  },
  /** Waits for the end of a login with a provider. `resultToken`: what came back in the fragment. */
  connectSocial: {
    payload: z.strictObject({ attemptId: z.uuid(), resultToken: z.optional(z.string().check(z.maxLength(100))) }),
    result: z.union([loggedInSchema, pendingStepSchema]),
  },
  /** Opens a channel for Sign In With Farcaster (FIP-11): `url` is shown as a code, or opened on a phone. */
  farcasterStart: {
    payload: z.strictObject({ signIn }),
    result: z.strictObject({ url: z.string(), /** ISO 8601. */ expiresAt: z.string() }),
  },
  /** Waits until the Farcaster app has signed; `getUser` then has the account. */
  connectFarcaster: {
    payload: none,
    result: z.union([z.strictObject({ userName: z.string(), signIns }), pendingStepSchema]),
  },
  /** The visitor as they are on a network, which its family uses from now on; without one: on the Ethereum-type network in use. */
  getUser: { payload: z.strictObject({ chainId: z.optional(chainIdSchema) }), result: walletUserSchema },
  /**
   * `isProtected`: whether there is a way to recover the wallet; left out when the frame cannot tell without asking. `isKept`: false where
   * the browser keeps nothing for the wallet, so that one that is not protected is lost when the page closes.
   */
  isConnected: {
    payload: none,
    result: z.strictObject({
      isConnected: z.boolean(),
      isProtected: z.optional(z.boolean()),
      isKept: z.optional(z.boolean()),
    }),
  },
  signOut: { payload: none, result: none },
  /** The Ethereum-type network in use. */
  getChainId: { payload: none, result: z.strictObject({ chainId: chainIdSchema }) },
  /** Uses a network of its family; the other families stay where they are. @error `unsupported_chain` */
  switchNetwork: {
    payload: z.strictObject({ chainId: chainIdSchema }),
    result: z.strictObject({ chainId: chainIdSchema }),
  },
  getSmartAccountEnabledNetworks: {
    payload: none,
    result: z.strictObject({ smartAccountEnabledNetworks: z.array(chainIdSchema) }),
  },
  initSmartAccount: {
    payload: z.strictObject({ chainId: z.optional(chainIdSchema) }),
    result: z.strictObject({ address, isDeployed: z.boolean() }),
  },
  setPreferredAccount: {
    payload: z.strictObject({ type: accountType }),
    result: z.strictObject({ type: accountType, address }),
  },
  /** Begins a change of the email address: a code to the old address, then one to the new. */
  updateEmail: {
    payload: z.strictObject({ email }),
    result: z.union([
      z.strictObject({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
      pendingStepSchema,
    ]),
  },
  updateEmailPrimaryOtp: {
    payload: z.strictObject({ otp: z.optional(otp) }),
    result: z.union([z.strictObject({ action: z.literal('VERIFY_SECONDARY_OTP') }), pendingStepSchema]),
  },
  updateEmailSecondaryOtp: {
    payload: z.strictObject({ otp: z.optional(otp) }),
    result: z.union([z.strictObject({ newEmail: z.string() }), pendingStepSchema]),
  },
  syncTheme: {
    payload: z.strictObject({
      mode: z.enum(['light', 'dark']),
      /** `#rrggbb`; refused when no readable ink exists on it. */
      accent: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
      /** BCP 47. */
      language: z.optional(z.string().check(z.maxLength(20))),
    }),
    result: none,
  },
  /** Shown as what the app claims; the origin beside it is verified. */
  syncDappData: {
    payload: z.strictObject({
      name: z.string().check(z.maxLength(100)),
      description: z.optional(z.string().check(z.maxLength(500))),
      url: z.string().check(z.maxLength(500)),
      icons: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(5)),
    }),
    result: none,
  },
  /** An EIP-1193 request, or one of Solana or Bitcoin by the methods of WalletConnect. `params` is validated per method; `chainId`: by default the network in use of the method's family. */
  rpc: {
    payload: z.strictObject({
      method: z.string().check(z.maxLength(100)),
      params: z.optional(z.unknown()),
      chainId: z.optional(chainIdSchema),
    }),
    result: z.unknown(),
  },
  /** Ends an open request of the host, an RPC prompt above all: it answers `request_aborted`. Without an id: all of them. */
  rpcAbort: { payload: z.strictObject({ id: z.optional(z.uuid()) }), result: none },
  /** Shows the security card: how the wallet is protected, and the way to the wallet's own window. Ends when it is closed. */
  openSecurity: { payload: none, result: z.union([none, pendingStepSchema]) },
  /** Asks for a passkey or a backup code when the wallet has neither; `before-funding` views call it. */
  ensureProtected: {
    payload: none,
    result: z.union([z.strictObject({ isProtected: z.boolean() }), pendingStepSchema]),
  },
} as const satisfies Record<string, FrameRequestDefinition>

/** The type of a request. */
export type FrameRequestType = keyof typeof frameRequests

/** What a request carries. */
export type FramePayload<Type extends FrameRequestType> = z.infer<(typeof frameRequests)[Type]['payload']>

/** What a request is answered with. */
export type FrameResult<Type extends FrameRequestType> = z.infer<(typeof frameRequests)[Type]['result']>

/** A request as it stands on the port; unknown keys and types are refused. */
export const frameRequestSchema = z.strictObject({
  k: z.literal('req'),
  id: z.uuid(),
  type: z.string().check(z.maxLength(50)),
  payload: z.unknown(),
})

/** The first message of a host. */
export const frameHelloSchema = z.strictObject({
  k: z.literal('ew:hello'),
  v: z.number(),
  projectId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  nonce: z.uuid(),
})
