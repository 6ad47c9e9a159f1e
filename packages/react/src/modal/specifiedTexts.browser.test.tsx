import type { ToastContent } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { errorCatalog } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { localOne } from '../../gallery/fixtures.ts'
import { createTestKit } from '../../test/createTestKit.ts'
import { inModal, modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

// The exact texts of section 8 of the specification, as a visitor reads them.

function renderKit(latchkey = createTestKit(), locale?: string) {
  renderApp(
    <LatchkeyProvider latchkey={latchkey} locale={locale}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  return latchkey
}

/** The toast of a failure, as the features of the kit report it. */
const failed = (code: ErrorCode) => ({ kind: 'error', code, message: errorCatalog[code].message }) as const

const toastText = async () => (await inModal('.toast:popover-open .toast-text')).textContent
const alertText = async () => (await inModal('.alert[data-shown] strong')).textContent

describe('toasts: spec 8.1, 8.2, 8.4, 8.5, 8.6, 8.7, 8.8, 8.9, 8.10, 8.35, 8.36, 8.37, 8.38 and 8.47', () => {
  test.each<[text: string, toast: ToastContent & { kind: 'error' | 'loading' | 'success' }]>([
    ['Failed to fetch transactions', failed('history_unavailable')],
    ['Token Balance Unavailable', failed('balances_unavailable')],
    ['Something went wrong', failed('send_failed')],
    ['Failed to send transaction. Please try again.', failed('solana_send_failed')],
    ['Signature declined', failed('siwx_declined')],
    ['This application might not support Smart Accounts', failed('siwx_smart_account')],
    ['A problem occurred while trying initialize authentication', failed('siwx_failed')],
    ['Transaction started', { kind: 'success', text: 'transactionStarted', message: 'Transaction started' }],
    ['Authenticating...', { kind: 'loading', text: 'authenticating', message: 'Authenticating...' }],
    ['An error occurred', failed('frame_error')],
    ['Something went wrong', failed('request_aborted')],
    ['Request was aborted', failed('rpc_aborted')],
    ['Unable to load email login dependency', failed('frame_failed')],
    ['Network request failed', failed('network_request_failed')],
  ])('behavior: %s', async (text, toast) => {
    renderKit().modal.toast(toast)
    await expect.poll(toastText).toBe(text)
  })

  test('behavior: other languages add no period either', async () => {
    renderKit(undefined, 'de').modal.toast(failed('balances_unavailable'))
    await expect.poll(toastText).toBe('Token-Guthaben nicht verfügbar')
  })
})

describe('alerts: spec 8.40, 8.41, 8.42 and 8.46', () => {
  test.each([
    ['Invalid App Configuration', 'origin_not_allowed'],
    ['Session Expired', 'session_not_yet_valid'],
    ['Embedded Wallet Failed to Load', 'embedded_wallet_failed'],
    ['Social Login Timeout', 'embedded_login_timeout'],
  ] as const)('behavior: %s', async (text, code) => {
    const { modal } = renderKit()
    void modal.open()
    modal.alert({ code, message: errorCatalog[code].message })
    await expect.poll(alertText).toBe(text)
  })
})

describe('alerts that the configuration itself shows: spec 8.43, 8.44 and 8.45', () => {
  test.each([
    ['Invalid Project ID', { projectId: 'not an id' }],
    ['Project ID Not Configured', { projectId: '' }],
    ['Network Not Found', { networks: [localOne] as const, defaultNetwork: 'eip155:999' as const }],
  ])('behavior: %s', async (text, config) => {
    void renderKit(createTestKit(config)).modal.open()
    await expect.poll(alertText).toBe(text)
    expect((await modalRoot()).querySelector('.alert details')).not.toBeNull()
  })
})
