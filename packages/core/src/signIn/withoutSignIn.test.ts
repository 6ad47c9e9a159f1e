import { LatchkeyError } from '@latchkey/protocol'
import { beforeAll, expect, test } from 'vitest'
import type { ModalInternals } from '../modal/createModal.ts'
import { createTestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestSiwx } from '../testing/createTestSiwx.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { createSignIn } from './createSignIn.ts'

const rdns = 'dev.latchkey.virtual'

beforeAll(() => Promise.all([import('./createSignInEngine.ts'), import('../chains/eip155/checksumAddress.ts')]))

test('error: an app without sign-in (spec 8.11)', async () => {
  const environment = createTestEnvironment()
  createTestWallet({ page: environment.page() })
  const { signIn, connection, modal } = createTestKit({ environment })
  const opened = modal.open()
  await connection.connect({ connectorId: rdns })
  await expect(opened).resolves.toMatchObject({ type: 'connected' })
  expect(signIn.getState().status).toBe('off')
  const refusal = { code: 'siwx_not_enabled', message: 'SIWX is not enabled' }
  for (const call of [signIn.signIn, signIn.getSessions, signIn.signOut])
    await expect(call()).rejects.toMatchObject(refusal)
  await signIn.cancel()
  await expect(modal.open({ view: 'SIWXSignMessage' })).rejects.toMatchObject(refusal)
  expect(modal.getState().open).toBe(false)
})

test('error: no account is connected (spec 8.12)', async () => {
  const { signIn } = createTestKit({ environment: createTestEnvironment(), config: { siwx: createTestSiwx() } })
  const refusal = { code: 'no_active_account', message: 'No ActiveCaipAddress found' }
  for (const call of [signIn.signIn, signIn.getSessions, signIn.signOut])
    await expect(call()).rejects.toMatchObject(refusal)
})

test('error: the engine cannot be loaded', async () => {
  const environment = createTestEnvironment()
  createTestWallet({ page: environment.page() })
  const { config, connection, networks, modal } = createTestKit({ environment })
  const toasts: unknown[] = []
  const signIn = createSignIn({
    context: {
      config: { ...config, siwx: createTestSiwx() },
      environment,
      report: () => {},
      load: () => Promise.reject(new LatchkeyError('network_request_failed')),
    },
    connection,
    networks,
    modal: () => ({ ...modal, toast: (toast: unknown) => toasts.push(toast) }) as unknown as ModalInternals,
  })
  await connection.connect({ connectorId: rdns })
  await until(() => connection.getState().status === 'disconnected')
  expect(toasts).toMatchObject([{ kind: 'error', code: 'siwx_failed' }])
  await expect(signIn.signIn()).rejects.toMatchObject({ code: 'network_request_failed' })
})
