import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Largest number of events in one request. */
export const telemetryBatchSize = 50

/** The views that a server stores by name. A test compares the kit's own list with this one. */
export const telemetryViews = [
  'Account',
  'AccountSettings',
  'Activity',
  'AllWallets',
  'ApproveTransaction',
  'BuyInProgress',
  'ChooseAccountName',
  'Connect',
  'ConnectingExternal',
  'ConnectingFarcaster',
  'ConnectingMultiChain',
  'ConnectingSiwe',
  'ConnectingSocial',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'GetWallet',
  'Networks',
  'OnRampFiatSelect',
  'OnRampProviders',
  'OnRampTokenSelect',
  'Receive',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'SIWXSignMessage',
  'Security',
  'SmartAccountSettings',
  'SmartSessionList',
  'Swap',
  'SwapPreview',
  'SwapSelectToken',
  'SwitchNetwork',
  'Transaction',
  'UnsupportedChain',
  'UpdateEmail',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
  'WalletSend',
  'WalletSendConfirmed',
  'WalletSendPreview',
  'WalletSendSelectToken',
  'Wallets',
  'WhatIsABuy',
  'WhatIsANetwork',
  'WhatIsAWallet',
] as const

/** The ways to a wallet that a server stores by name. */
export const telemetryWays = [
  'injected',
  'embedded',
  'safe',
  'smartWallet',
  'walletConnect',
  'browser',
  'qr',
  'mobile',
  'desktop',
  'web',
  'install',
] as const

// Long enough for every name. The server decides which values are valid, and stores only known names.
const word = z.string().check(z.minLength(1), z.maxLength(100))

/**
 * An action of a visitor in the kit, with names of views, wallets, networks and steps. There is no field for an address, an email or a
 * hash. A server stores a value only if it is a known name, otherwise `other`.
 */
export const telemetryEventSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('modalOpened'), view: word, connected: z.boolean() }),
  z.strictObject({ name: z.literal('modalClosed'), connected: z.boolean() }),
  z.strictObject({ name: z.literal('walletChosen'), wallet: word, way: word }),
  z.strictObject({ name: z.literal('connected'), wallet: word, way: word, namespace: word }),
  z.strictObject({ name: z.literal('connectFailed'), wallet: word, code: word }),
  z.strictObject({ name: z.literal('disconnected') }),
  z.strictObject({ name: z.literal('networkSwitched'), chainId: word }),
  z.strictObject({ name: z.literal(['signInRequested', 'signedIn']) }),
  z.strictObject({ name: z.literal('signInFailed'), code: word }),
  z.strictObject({ name: z.literal(['sent', 'swapped']), chainId: word }),
  z.strictObject({ name: z.literal(['sendFailed', 'swapFailed']), code: word }),
])

/** An action of a visitor in the kit. */
export type TelemetryRecord = z.infer<typeof telemetryEventSchema>

/**
 * Links the events of one visit: 128 random bits, created for each page load and kept only in memory. The server stores only a digest of
 * it, which changes every day.
 */
const session = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))

/**
 * An event in the format of existing clients of the wallet directory. All other fields (its ID, the page, a time, an address) are dropped
 * by the parser.
 */
export const stockEventSchema = z.object({
  props: z.object({
    event: word,
    properties: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
})

/** An event in the format of existing clients. */
export type StockEvent = z.infer<typeof stockEventSchema>

/** Largest number of events of existing clients in one request: they send up to 45 kB. */
const stockBatchSize = 500

const accepted = z.object({
  /** Number of stored events: 0 while the project's telemetry is off. */
  accepted: z.number(),
})

/** Whether the operator has enabled telemetry. The kit checks this before it sends events. */
export const getAnalyticsConfig = defineEndpoint({
  method: 'GET',
  path: '/getAnalyticsConfig',
  summary: 'Whether the project wants telemetry',
  tag: 'Telemetry',
  project: 'required',
  response: z.object({ isAnalyticsEnabled: z.boolean() }),
  errors: [],
})

/**
 * One event, in our format or that of an existing client. A body of `text/plain` is read as JSON, so that a page that is closing needs no
 * preflight. Returns 202.
 */
export const postEvent = defineEndpoint({
  method: 'POST',
  path: '/e',
  summary: 'Tells of one event; nothing is stored while the project’s telemetry is off',
  tag: 'Telemetry',
  project: 'required',
  body: z.union([z.strictObject({ session, event: telemetryEventSchema }), stockEventSchema]),
  response: accepted,
  status: 202,
  errors: ['invalid_body', 'payload_too_large', 'unsupported_media_type'],
})

/** Several events of one visit in order. Existing clients send only the list. Otherwise like {@link postEvent}. */
export const postBatch = defineEndpoint({
  method: 'POST',
  path: '/batch',
  summary: 'Tells of several events; nothing is stored while the project’s telemetry is off',
  tag: 'Telemetry',
  project: 'required',
  body: z.union([
    z.strictObject({
      session,
      events: z.array(telemetryEventSchema).check(z.minLength(1), z.maxLength(telemetryBatchSize)),
    }),
    z.array(stockEventSchema).check(z.minLength(1), z.maxLength(stockBatchSize)),
  ]),
  response: accepted,
  status: 202,
  errors: ['invalid_body', 'payload_too_large', 'unsupported_media_type'],
})
