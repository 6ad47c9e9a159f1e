import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Events that one request may carry. */
export const telemetryBatchSize = 50

/** The views that a server keeps by their names; the kit's own list is held to this one. */
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

/** The ways to a wallet that a server keeps by their names. */
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

// Long enough for every name there is. What a value may mean is decided by the server, which keeps known names only.
const word = z.string().check(z.minLength(1), z.maxLength(100))

/**
 * Something that a visitor did in the kit: names of views, wallets, networks and steps. There is no field for an address, an
 * email or a hash, and a server keeps a value only when it is a name that it knows, else `other`.
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

/** Something that a visitor did in the kit. */
export type TelemetryRecord = z.infer<typeof telemetryEventSchema>

/**
 * Binds the events of one visit together: 128 random bits, made anew with every page load, kept in memory and nowhere else. The
 * server does not keep it either, only a digest that is another one the next day.
 */
const session = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))

/**
 * An event as existing clients of the wallet directory send it. Whatever else it carries (its id, the page, a time, an address) is dropped with
 * reading.
 */
export const stockEventSchema = z.object({
  props: z.object({
    event: word,
    properties: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
})

/** An event as existing clients send it. */
export type StockEvent = z.infer<typeof stockEventSchema>

/** Events of existing clients that one request may carry: they send what fits into 45 kB. */
const stockBatchSize = 500

const accepted = z.object({
  /** How many events were stored: 0 while the project's telemetry is off. */
  accepted: z.number(),
})

/** Whether the operator wants to know what visitors do; asked before anything is sent. */
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
 * One event, ours or that of an existing client. A body of `text/plain` is read as JSON, so that a page that goes away needs no preflight.
 * Answers 202.
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

/** Several events of one visit, in their order; existing clients send the list alone. Otherwise as {@link postEvent}. */
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
