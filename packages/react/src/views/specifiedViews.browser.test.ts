import type { ViewEntry, ViewName } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findScene } from '../../test/findScene.ts'
import { inModal } from '../../test/modalRoot.ts'
import { renderScene } from '../../test/renderScene.tsx'

// The views of section 2 of the specification, each with its title and a control.

const views: [view: ViewName, scene: string, title: string, control: string][] = [
  ['Connect', 'connect', 'Connect a wallet', 'All wallets'],
  ['Account', 'account', 'Account', 'Send'],
  ['AllWallets', 'all-wallets', 'All wallets', 'Search wallets'],
  ['ConnectingWalletConnectBasic', 'pairing-basic', 'WalletConnect', 'Copy link'],
  ['ConnectingWalletConnect', 'pairing', 'Fern', 'Copy link'],
  ['ConnectingExternal', 'connecting-declined', 'Harbor', 'Try again'],
  ['ConnectingSiwe', 'sign-in', 'Sign in', 'Sign in'],
  ['ConnectingFarcaster', 'farcaster-code', 'Farcaster', 'Copy link'],
  ['SIWXSignMessage', 'sign-in', 'Sign in', 'Sign in'],
  ['ApproveTransaction', 'approve', 'Approve in your wallet', 'Decline'],
  ['UnsupportedChain', 'unsupported', 'Unsupported network', 'Disconnect'],
  ['RegisterAccountName', 'name-free', 'Register a name', 'Register'],
  ['RegisterAccountNameSuccess', 'name-done', 'Name registered', 'Done'],
]

describe('the modal has the views of spec 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9, 2.10, 2.11, 2.12 and 2.13', () => {
  test.each(views)('behavior: %s', async (view, id, title, control) => {
    await page.viewport(1280, 900)
    const scene = findScene(id)
    const { data } = scene.history.at(-1) ?? {}
    await renderScene({ ...scene, history: [...scene.history.slice(0, -1), { name: view, data } as ViewEntry] })
    const dialog = await inModal('dialog[open]')
    await expect.poll(() => controlsOf(dialog)).toContainEqual(expect.stringContaining(control))
    expect(dialog.querySelector('.title')?.textContent).toBe(title)
  })
})

/** Returns the names of the controls in the open view. */
const controlsOf = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('.view button, .view a, .view input')].map(
    (control) => control.getAttribute('aria-label') ?? control.textContent,
  )
