import type { SentCallsStatus } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createFixtureLatchkey, type FixtureWorld } from '../../gallery/createFixtureLatchkey.ts'
import { embeddedSmart, readPermissions } from '../../gallery/smartAccountScenes.ts'
import { renderApp } from '../../test/renderApp.tsx'
import {
  LatchkeyProvider,
  useCallsStatus,
  useCapabilities,
  useGrantPermissions,
  usePermissions,
  useSendCalls,
  useSmartAccount,
} from '../exports/index.ts'

const shop = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

function Calls() {
  const { capabilities } = useCapabilities()
  const { send, id, status, error } = useSendCalls()
  const calls = useCallsStatus({ id })
  return (
    <>
      <button type="button" onClick={() => void send({ calls: [{ to: shop, value: 1n }] })}>
        Send
      </button>
      <output>{`${capabilities?.atomic} ${status} ${id} ${calls.status} ${error?.code ?? calls.error?.code}`}</output>
    </>
  )
}

function Sessions() {
  const { isAvailable, isInUse, isDeployed } = useSmartAccount()
  const { data } = usePermissions()
  const { grant, status, granted, error } = useGrantPermissions()
  const signer = { type: 'account', data: { address: shop } } as const
  return (
    <>
      <button type="button" onClick={() => void grant({ expiry: 1, signer, permissions: [] })}>
        Grant
      </button>
      <output>{`${isAvailable} ${isInUse} ${isDeployed} ${data?.length} ${status} ${granted?.pci} ${error?.code}`}</output>
    </>
  )
}

function render(view: typeof Calls, world: FixtureWorld = {}) {
  const latchkey = createFixtureLatchkey({ connection: embeddedSmart, ...world })
  const View = view
  return {
    latchkey,
    show: () =>
      renderApp(
        <LatchkeyProvider latchkey={latchkey}>
          <View />
        </LatchkeyProvider>,
      ),
  }
}
const said = () => expect.element(page.getByRole('status'))

test('default: sends calls, and polls their status until they end', async () => {
  const { latchkey, show } = render(Calls, { capabilities: { atomic: 'supported' } })
  let end: (status: SentCallsStatus) => void = () => {}
  latchkey.calls.send = async () => ({ id: '0xabc' })
  latchkey.calls.wait = () =>
    new Promise((resolve) => {
      end = resolve
    })
  show()
  await said().toHaveTextContent('supported idle undefined undefined undefined')
  await page.getByRole('button', { name: 'Send' }).click()
  await said().toHaveTextContent('supported sent 0xabc pending undefined')
  end({ id: '0xabc', status: 'confirmed', chainId: undefined, receipts: [], reason: undefined })
  await said().toHaveTextContent('supported sent 0xabc confirmed undefined')
})

test('error: reports declined calls, and calls that the wallet does not know', async () => {
  const { latchkey, show } = render(Calls)
  const answers = [() => Promise.reject(new LatchkeyError('user_rejected')), async () => ({ id: '0xabc' })]
  // The hook calls the function that the kit has at that moment.
  latchkey.calls.send = async () => (await answers.shift()?.()) ?? { id: '' }
  latchkey.calls.wait = () => Promise.reject(new ServiceError('calls_unknown'))
  show()
  await page.getByRole('button', { name: 'Send' }).click()
  await said().toHaveTextContent('unsupported failed undefined undefined user_rejected')
  await page.getByRole('button', { name: 'Send' }).click()
  await said().toHaveTextContent('unsupported sent 0xabc undefined calls_unknown')
})

test('default: reads the smart account and its permissions, and grants a new one', async () => {
  const { latchkey, show } = render(Sessions, { permissions: readPermissions })
  latchkey.permissions.grant = async (options) => ({
    ...options,
    chainId: '0x1',
    address: shop,
    pci: 'new',
    context: '0x1',
  })
  show()
  await said().toHaveTextContent('true true false 4 idle undefined undefined')
  await page.getByRole('button', { name: 'Grant' }).click()
  await said().toHaveTextContent('true true false 4 granted new undefined')
})

test('error: reports a declined grant', async () => {
  const { latchkey, show } = render(Sessions)
  latchkey.permissions.grant = async () => {
    throw new LatchkeyError('user_rejected')
  }
  show()
  await page.getByRole('button', { name: 'Grant' }).click()
  await said().toHaveTextContent('true true false undefined failed undefined user_rejected')
})
