import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/schemas.ts'
import type { OneClickSignIn, SiwxSession } from '../siwx/SiwxMessageData.ts'
import { oauthProviders, socialProviders } from './socialLogin.ts'

/** Payload and result of a host's request, as schemas. */
export type FrameRequestDefinition = { payload: z.ZodMiniType; result: z.ZodMiniType }

const none = z.strictObject({})
const email = z.string().check(z.maxLength(254), z.email())
const otp = z.string().check(z.regex(/^\d{6}$/))
const address = z.string().check(z.maxLength(100))
const accountType = z.enum(['eoa', 'smartAccount'])
/**
 * A sign-in to the host's site that the wallet can sign as part of the login. If the wallet does not sign it, the login still succeeds.
 * The host passes it with the login, because the login's card announces it.
 */
const signIn = z.optional(z.unknown() as z.ZodMiniType<OneClickSignIn>)
/** Signed sign-ins, by network; absent without any. */
const signIns = z.optional(z.array(z.unknown() as z.ZodMiniType<SiwxSession>))

/** The user (specification 3, "Wallet user"). */
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
  /** Provider of the login; absent for an email address. */
  socialProvider: z.optional(z.enum(socialProviders)),
})

/** The user at the end of a login. */
const loggedInSchema = z.strictObject({ ...walletUserSchema.shape, signIns })

/** Waits for a person. Repeat the request. */
export const pendingStepSchema = z.union([
  z.strictObject({ status: z.literal('pending') }),
  z.strictObject({
    status: z.literal('recover'),
    methods: z.array(z.enum(['passkey', 'backupCode', 'password', 'oldDevice'])),
  }),
])

/** The providers of the specification (section 5, "Login provider"). */
export const oauthProviderSchema = z.enum(oauthProviders)

/** Every request that a host can send, by its type. */
export const frameRequests = {
  /** Sends the login mail. @error `email_cooldown` within 30 s of the last one */
  connectEmail: {
    payload: z.strictObject({ email }),
    result: z.strictObject({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  },
  /** Waits until the link in the mail approves the device. `{}`: approved, and the code is next, unless `connected`. */
  connectDevice: {
    payload: z.strictObject({ signIn }),
    result: z.union([z.strictObject({ connected: z.optional(z.boolean()), signIns }), pendingStepSchema]),
  },
  /**
   * Without `otp` the frame asks for the code on its own card. With it, which the project must allow, no sign-in is signed, because no
   * card has announced one.
   */
  connectOtp: {
    payload: z.strictObject({ otp: z.optional(otp), signIn }),
    result: z.union([loggedInSchema, pendingStepSchema]),
  },
  /**
   * Starts a login with a provider. The host opens the window within the click, and loads `popupUrl` in it. The window then finds the frame,
   * which must be in the page's own tree and not in a shadow root. If no window can be opened, the host itself loads the URL, and returns to
   * `returnUrl` with {@link socialReturnKey} in its fragment. That URL can wait for the visitor to read a number first.
   */
  socialStart: {
    payload: z.strictObject({
      provider: oauthProviderSchema,
      /** A URL on the host's own origin. */
      returnUrl: z.optional(z.string().check(z.maxLength(2000))),
      /** Announced on a card that shows until the login ends. Not used if the page itself opens the provider. */
      signIn,
    }),
    result: z.union([z.strictObject({ popupUrl: z.string(), attemptId: z.string() }), pendingStepSchema]),
  },
  /** Waits for the end of a login with a provider. `resultToken`: from the fragment of the return URL. */
  connectSocial: {
    payload: z.strictObject({ attemptId: z.uuid(), resultToken: z.optional(z.string().check(z.maxLength(100))) }),
    result: z.union([loggedInSchema, pendingStepSchema]),
  },
  /** Opens a channel for Sign In With Farcaster (FIP-11): `url` is shown as a code, or opened on a phone. */
  farcasterStart: {
    payload: z.strictObject({ signIn }),
    result: z.strictObject({ url: z.string(), /** ISO 8601. */ expiresAt: z.string() }),
  },
  /** Waits until the Farcaster app has signed. Then `getUser` returns the account. */
  connectFarcaster: {
    payload: none,
    result: z.union([z.strictObject({ userName: z.string(), signIns }), pendingStepSchema]),
  },
  /** Returns the user on a network, which becomes the active one of its family. Without one: on the active EVM network. */
  getUser: { payload: z.strictObject({ chainId: z.optional(chainIdSchema) }), result: walletUserSchema },
  /**
   * `isProtected`: whether the wallet has a recovery factor; absent if the frame cannot tell without a request. `isKept`: false if the
   * browser keeps no data of the wallet, so that an unprotected one is lost when the page closes.
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
  /** Returns the active EVM network. */
  getChainId: { payload: none, result: z.strictObject({ chainId: chainIdSchema }) },
  /** Switches the active network of its family. The other families stay on theirs. @error `unsupported_chain` */
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
  /** Starts a change of the email address: a code to the old address, then one to the new. */
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
      /** `#rrggbb`; refused if no text color is readable on it. */
      accent: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
      /** BCP 47. */
      language: z.optional(z.string().check(z.maxLength(20))),
    }),
    result: none,
  },
  /** Shown as the app's claim, beside the verified origin. */
  syncDappData: {
    payload: z.strictObject({
      name: z.string().check(z.maxLength(100)),
      description: z.optional(z.string().check(z.maxLength(500))),
      url: z.string().check(z.maxLength(500)),
      icons: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(5)),
    }),
    result: none,
  },
  /** An EIP-1193 request, or a WalletConnect method of Solana or Bitcoin. Default `chainId`: the active network of the method's family. */
  rpc: {
    payload: z.strictObject({
      method: z.string().check(z.maxLength(100)),
      params: z.optional(z.unknown()),
      chainId: z.optional(chainIdSchema),
    }),
    result: z.unknown(),
  },
  /** Aborts an open request of the host, usually an RPC request with a card. It answers `request_aborted`. Without an ID: all of them. */
  rpcAbort: { payload: z.strictObject({ id: z.optional(z.uuid()) }), result: none },
  /** Shows the security card with the state of the protection and a link to the wallet window. Resolves when it is closed. */
  openSecurity: { payload: none, result: z.union([none, pendingStepSchema]) },
  /** Asks for a passkey or a backup code if the wallet has neither. Views with `before-funding` call it. */
  ensureProtected: {
    payload: none,
    result: z.union([z.strictObject({ isProtected: z.boolean() }), pendingStepSchema]),
  },
} as const satisfies Record<string, FrameRequestDefinition>

/** The type of a request. */
export type FrameRequestType = keyof typeof frameRequests

/** Payload of a request. */
export type FramePayload<Type extends FrameRequestType> = z.infer<(typeof frameRequests)[Type]['payload']>

/** Result of a request. */
export type FrameResult<Type extends FrameRequestType> = z.infer<(typeof frameRequests)[Type]['result']>

/** A request on the port. Unknown keys and types are refused. */
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
