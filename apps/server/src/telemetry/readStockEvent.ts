import type { StockEvent } from '@latchkey/protocol/api'
import type { CountedEvent } from './toRow.ts'

/** Name for unknown events. */
const unknownEvent = 'unknown'

/** Events of existing clients with an equivalent of ours. */
const sameEvents: Readonly<Record<string, string>> = {
  MODAL_OPEN: 'modalOpened',
  MODAL_CLOSE: 'modalClosed',
  SELECT_WALLET: 'walletChosen',
  CONNECT_SUCCESS: 'connected',
  CONNECT_ERROR: 'connectFailed',
  DISCONNECT_SUCCESS: 'disconnected',
  SWITCH_NETWORK: 'networkSwitched',
  CLICK_SIGN_SIWX_MESSAGE: 'signInRequested',
  SIWX_AUTH_SUCCESS: 'signedIn',
  SIWX_AUTH_ERROR: 'signInFailed',
  SEND_SUCCESS: 'sent',
  SEND_ERROR: 'sendFailed',
  SWAP_SUCCESS: 'swapped',
  SWAP_ERROR: 'swapFailed',
}

/** Events of existing clients without an equivalent, counted under their own names. */
const otherEvents = new Set([
  ...['MODAL_CREATED', 'MODAL_LOADED', 'INITIALIZE', 'INTERNAL_SDK_ERROR'],
  ...[
    'CLICK_ALL_WALLETS',
    'SEARCH_WALLET',
    'GET_WALLET',
    'CLICK_GET_WALLET',
    'WALLET_IMPRESSION',
    'WALLET_IMPRESSION_V2',
  ],
  ...['CLICK_WALLET_HELP', 'CLICK_NETWORK_HELP', 'CLICK_GET_WALLET_HELP', 'CLICK_NETWORKS'],
  ...['CONNECT_PROXY_ERROR', 'USER_REJECTED', 'DISCONNECT_ERROR', 'CLICK_CANCEL_SIWX', 'SET_PREFERRED_ACCOUNT_TYPE'],
  ...['CLICK_TRANSACTIONS', 'ERROR_FETCH_TRANSACTIONS', 'LOAD_MORE_TRANSACTIONS'],
  ...['EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED', 'DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_SENT'],
  ...['EMAIL_VERIFICATION_CODE_PASS', 'EMAIL_VERIFICATION_CODE_FAIL', 'EMAIL_EDIT', 'EMAIL_EDIT_COMPLETE'],
  ...['EMAIL_UPGRADE_FROM_MODAL', 'SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_SUCCESS', 'SOCIAL_LOGIN_REQUEST_USER_DATA'],
  ...['SOCIAL_LOGIN_CANCELED', 'SOCIAL_LOGIN_ERROR', 'OPEN_SEND', 'SEND_INITIATED', 'SEND_REJECTED'],
  ...['OPEN_SWAP', 'INITIATE_SWAP', 'SWAP_APPROVAL_ERROR', 'CLICK_CONVERT'],
  ...['CLICK_SELECT_TOKEN_TO_SWAP', 'CLICK_SELECT_NETWORK_TO_SWAP'],
  ...['SELECT_BUY_CRYPTO', 'SELECT_BUY_PROVIDER', 'SELECT_WHAT_IS_A_BUY'],
  ...['OPEN_ENS_FLOW', 'REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS', 'REGISTER_NAME_ERROR'],
  ...['PAY_SUCCESS', 'PAY_ERROR', 'PAY_INITIATED', 'PAY_MODAL_OPEN', 'PAY_EXCHANGE_SELECTED'],
])

/** Their names for connection methods that differ from ours. */
const sameWays: Readonly<Record<string, string>> = { qrcode: 'qr', email: 'embedded' }

/**
 * Reads an event of an existing client. Reads only names from its properties, and `toRow` looks each of them up. Addresses, amounts, error
 * texts, pages, times and event ids are dropped.
 *
 * @example readStockEvent({ props: { event: 'MODAL_OPEN', properties: { connected: false } } }) // { name: 'modalOpened', connected: false
 * }
 */
export function readStockEvent({ props: { event, properties } }: StockEvent): CountedEvent {
  const given = properties ?? {}
  const name = sameEvents[event] ?? (otherEvents.has(event) ? event : unknownEvent)
  if (name === unknownEvent) return { name }
  const text = (key: string): string | undefined => (typeof given[key] === 'string' ? given[key] : undefined)
  const chainId = text('network') ?? text('caipNetworkId')
  const way = text('method') ?? text('platform')
  const fields = {
    view: text('view'),
    wallet: text('name'),
    way: way === undefined ? undefined : (sameWays[way] ?? way),
    chainId,
    namespace: chainId?.split(':')[0],
    connected: typeof given.connected === 'boolean' ? given.connected : undefined,
  }
  return { name, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }
}
