import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorCatalog, isErrorCode } from './catalog.ts'
import type { ErrorEntry } from './ErrorEntry.ts'
import { kitErrors } from './kitErrors.ts'
import { LatchkeyError } from './LatchkeyError.ts'
import { marketErrors } from './marketErrors.ts'
import { nameErrors } from './nameErrors.ts'
import { onrampErrors } from './onrampErrors.ts'
import { ServiceError } from './ServiceError.ts'
import { serviceErrors } from './serviceErrors.ts'
import { sharedErrors } from './sharedErrors.ts'
import { siwxErrors } from './siwxErrors.ts'
import { WalletConnectError } from './WalletConnectError.ts'
import { walletConnectErrors } from './walletConnectErrors.ts'

const entries = Object.entries(errorCatalog) as [ErrorCode, ErrorEntry][]

describe('catalog', () => {
  test('behavior: codes are stable words, and texts are sentences without a period or an exclamation mark', () => {
    for (const [code, { message, status }] of entries) {
      expect(code).toMatch(/^[a-z][a-z0-9_]+$/)
      // Texts that the specification writes differently.
      if (code !== 'chain_not_on_connector' && code !== 'solana_send_failed')
        expect(message).toMatch(/^[A-Z].*[^.!\s]$/)
      if (status !== undefined) expect(status).toSatisfy((value: number) => value >= 400 && value < 600)
    }
  })

  test('behavior: each text has one cause, except those that the specification shares', () => {
    // 'Something went wrong' is the specification's text for a failed request and for a failed send.
    const shared = new Set(['Something went wrong'])
    const seen = entries.map(([, { message }]) => message).filter((message) => !shared.has(message))
    expect(seen.filter((message, index) => seen.indexOf(message) !== index)).toStrictEqual([])
  })

  test('behavior: the documentation has every code, with its text', () => {
    const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
    for (const [code, { message }] of entries) {
      const section = page.split(`\n## ${code}\n`)[1]?.split('\n## ')[0]
      expect(section, `docs/errors.md has no section ${code}: run node scripts/checks/errors.mjs --write`).toContain(
        message,
      )
    }
  })

  test.each([
    ['network_request_failed', 'Network request failed'],
    ['history_unavailable', 'Failed to fetch transactions'],
    ['balances_unavailable', 'Token Balance Unavailable'],
    ['send_failed', 'Something went wrong'],
    ['disconnect_failed', 'Failed to disconnect'],
    ['unsupported_chain', 'Unsupported chain'],
    ['network_not_found', 'Network not found'],
    ['no_active_account', 'No ActiveCaipAddress found'],
    ['no_active_network', 'No ActiveCaipNetwork or client found'],
    ['rpc_method_not_allowed', 'Requested RPC call is not allowed'],
    ['origin_not_allowed', 'Invalid App Configuration'],
    ['project_unknown', 'Invalid Project ID'],
    ['project_missing', 'Project ID Not Configured'],
    ['network_not_configured', 'Network Not Found'],
    ['session_not_yet_valid', 'Session Expired'],
    ['siwx_not_enabled', 'SIWX is not enabled'],
    ['siwx_declined', 'Signature declined'],
    ['siwx_smart_account', 'This application might not support Smart Accounts'],
    ['siwx_failed', 'A problem occurred while trying initialize authentication'],
    ['sign_message_failed', 'Sign message failed'],
    ['estimate_gas_failed', 'Estimate gas failed'],
    ['connection_missing', 'No ConnectionController client found'],
    ['networks_missing', 'NetworkController client not set'],
    ['chain_required', 'Chain is required to update chain account data'],
    ['adapter_not_found', 'Chain adapter not found'],
    ['capabilities_invalid', 'Error parsing wallet capabilities'],
    ['walletconnect_not_found', 'WalletConnectConnector not found'],
    ['chain_not_in_provider', 'ChainId not found in provider'],
    ['chain_not_on_connector', 'chain not found on connector.'],
    ['frame_error', 'An error occurred'],
    ['frame_failed', 'Unable to load email login dependency'],
    ['request_aborted', 'Something went wrong'],
    ['rpc_aborted', 'Request was aborted'],
    ['solana_send_failed', 'Failed to send transaction. Please try again.'],
  ] as const)(
    'behavior: %s has the specification’s text (spec 8.16, 8.17, 8.18, 8.28, 8.29 and 8.32)',
    (code, message) => {
      expect(errorCatalog[code].message).toBe(message)
    },
  )
})

describe('LatchkeyError', () => {
  test('default', () => {
    const cause = new Error('inner')
    const error = new LatchkeyError('upstream_unavailable', {
      cause,
      field: 'chainId',
      details: 'no node',
      retryAfter: 3,
    })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'LatchkeyError',
      code: 'upstream_unavailable',
      message: 'The network cannot be reached at the moment',
      retryable: true,
      field: 'chainId',
      details: 'no node',
      retryAfter: 3,
      cause,
      docsPath: 'docs/errors.md#upstream_unavailable',
    })
    expect(new LatchkeyError('internal', { message: 'Other words' }).message).toBe('Other words')
    expect('cause' in new LatchkeyError('internal')).toBe(false)
  })

  test('behavior: the sentence of a service code must be passed', () => {
    const error = new LatchkeyError('rate_limited', { message: 'Wait a moment', retryable: true })
    expect(error).toMatchObject({ code: 'rate_limited', message: 'Wait a moment', retryable: true })
    // @ts-expect-error: the kit does not have this sentence.
    const bare = new LatchkeyError('rate_limited')
    expect(bare).toMatchObject({ code: 'rate_limited', message: 'rate_limited', retryable: false })
  })

  test('error: rejects a value that is not a code', () => {
    for (const value of ['toString', '__proto__', 'nope', 1, null, undefined]) expect(isErrorCode(value)).toBe(false)
    expect(isErrorCode('internal')).toBe(true)
  })
})

describe('ServiceError', () => {
  test('default', () => {
    const cause = new Error('inner')
    expect(new ServiceError('rate_limited', { cause, retryAfter: 3 })).toMatchObject({
      name: 'LatchkeyError',
      code: 'rate_limited',
      message: 'Too many requests',
      retryable: true,
      retryAfter: 3,
      cause,
    })
    expect(new ServiceError('rate_limited', { message: 'Other words', retryable: false })).toMatchObject({
      message: 'Other words',
      retryable: false,
    })
  })

  test('behavior: every code has its sentence, in only one part of the catalog', () => {
    for (const [code, { message, retryable = false }] of entries)
      expect(new ServiceError(code)).toMatchObject({ code, message, retryable })
    const parts = [
      kitErrors,
      serviceErrors,
      marketErrors,
      nameErrors,
      onrampErrors,
      siwxErrors,
      walletConnectErrors,
    ].flatMap((part) => Object.keys(part))
    expect(parts.filter((code, index) => parts.indexOf(code) !== index)).toStrictEqual([])
    expect(entries).toHaveLength(parts.length)
  })

  test('behavior: each class matches instances of the other, and a subclass matches only its own', () => {
    class Refusal extends ServiceError {}
    const [plain, service, refusal] = [
      new LatchkeyError('internal'),
      new ServiceError('internal'),
      new Refusal('internal'),
    ]
    for (const error of [plain, service, refusal]) {
      expect(error instanceof LatchkeyError).toBe(true)
      expect(error instanceof ServiceError).toBe(true)
    }
    expect([plain, service, refusal].map((error) => error instanceof Refusal)).toStrictEqual([false, false, true])
    for (const other of [new Error('internal'), { code: 'internal' }, undefined])
      expect(other instanceof ServiceError).toBe(false)
  })
})

describe('WalletConnectError', () => {
  test('default', () => {
    for (const [code, { message, retryable = false }] of entries.filter(
      ([code]) => code in walletConnectErrors || code in sharedErrors,
    ))
      expect(new WalletConnectError(code as 'internal')).toMatchObject({
        name: 'LatchkeyError',
        code,
        message,
        retryable,
        docsPath: `docs/errors.md#${code}`,
      })
    const cause = new Error('inner')
    expect(new WalletConnectError('session_not_found', { cause, message: 'Other words', details: 'd' })).toMatchObject({
      code: 'session_not_found',
      message: 'Other words',
      details: 'd',
      cause,
    })
  })

  test('behavior: the sentence of any other code must be passed', () => {
    // @ts-expect-error: the client does not have this sentence.
    expect(new WalletConnectError('siwx_failed').message).toBe('siwx_failed')
    expect(new WalletConnectError('siwx_failed', { message: 'Other words' }).message).toBe('Other words')
  })

  test('behavior: it is a LatchkeyError; a LatchkeyError is not one', () => {
    class Refusal extends WalletConnectError {}
    class KitRefusal extends LatchkeyError {}
    const [error, refusal] = [new WalletConnectError('internal'), new Refusal('internal')]
    for (const each of [error, refusal]) {
      expect(each instanceof LatchkeyError).toBe(true)
      expect(each instanceof ServiceError).toBe(true)
      expect(each instanceof WalletConnectError).toBe(true)
      expect(each instanceof KitRefusal).toBe(false)
    }
    expect(error instanceof Refusal).toBe(false)
    expect(new KitRefusal('internal') instanceof KitRefusal).toBe(true)
    expect(new LatchkeyError('internal') instanceof KitRefusal).toBe(false)
    expect(new LatchkeyError('internal') instanceof WalletConnectError).toBe(false)
    expect(new Error('internal') instanceof LatchkeyError).toBe(false)
  })
})
