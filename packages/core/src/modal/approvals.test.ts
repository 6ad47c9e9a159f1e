import { beforeAll, describe, expect, test } from 'vitest'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { createModal } from './createModal.ts'

const rdns = 'dev.latchkey.virtual'
const node = 'http://127.0.0.1:1'

beforeAll(() => import('../chains/eip155/checksumAddress.ts'))

describe('approvals', () => {
  const standIn = () => {
    let isOpen = false
    let isSigning = false
    const environment = createTestEnvironment()
    createTestWallet({ page: environment.page(), chains: { 31337: node, 31338: node } })
    const latchkey = createTestKit({ environment })
    const modal = createModal({
      config: latchkey.config,
      environment,
      connection: latchkey.connection,
      networks: latchkey.networks,
      signIn: { isAsked: () => false, isMissing: () => false },
      approval: {
        isOpen: () => isOpen,
        cancel: () => {
          if (isSigning) return false
          answer()
          return true
        },
      },
    })
    const ask = () => {
      isOpen = true
      modal.showApproval()
    }
    const answer = () => {
      isOpen = false
      modal.endApproval()
    }
    const views = () => modal.getState().history.map(({ name }) => name)
    return { latchkey, modal, ask, answer, views, sign: () => (isSigning = true) }
  }

  test('default', async () => {
    const { latchkey, modal, ask, answer, views } = standIn()
    await latchkey.connection.connect({ connectorId: rdns })
    const opened = modal.open()
    modal.push('WalletSend')
    ask()
    expect(views()).toStrictEqual(['Account', 'WalletSend', 'ApproveTransaction'])
    answer()
    expect(views()).toStrictEqual(['Account', 'WalletSend'])
    modal.noteSent({ hash: '0xabc' })
    modal.close()
    await expect(opened).resolves.toStrictEqual({ type: 'sent', hash: '0xabc' })
  })

  test('behavior: it opens a closed modal, and closes it again', () => {
    const { ask, answer, views } = standIn()
    ask()
    expect(views()).toStrictEqual(['ApproveTransaction'])
    answer()
    expect(views()).toStrictEqual([])
  })

  test('behavior: leaving declines, but not during the signature', async () => {
    const { latchkey, modal, ask, views, sign } = standIn()
    await latchkey.connection.connect({ connectorId: rdns })
    void modal.open()
    ask()
    modal.goBack()
    expect(views()).toStrictEqual(['Account'])
    ask()
    void modal.open({ view: 'Receive' })
    expect(views()).toStrictEqual(['Receive', 'ApproveTransaction'])
    sign()
    modal.close()
    modal.goBack()
    expect(modal.getState().shake).toStrictEqual({ reason: 'walletBusy' })
    expect(views()).toStrictEqual(['Receive', 'ApproveTransaction'])
  })
})
