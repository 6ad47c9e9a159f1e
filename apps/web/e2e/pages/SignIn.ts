import type { SiwxAccount } from '@latchkey/protocol/api'
import { expect, type Locator, type Page } from '@playwright/test'
import { readWorld } from '../setup/World.ts'
import type { WalletModal } from './WalletModal.ts'

/** Signing in on the site: the kit's view, the account page, and the server's record. */
export class SignIn {
  readonly modal: WalletModal
  readonly main: Locator
  /** The kit's view, while it requests a signature. */
  readonly view: Locator
  /** The account page of the signed-in visitor. */
  readonly who: Locator

  constructor(modal: WalletModal) {
    const { page, dialog } = modal
    this.modal = modal
    this.main = page.getByRole('main')
    this.view = dialog.getByRole('heading', { name: /^Sign in to /, level: 3 })
    this.who = this.main.getByText(/^Signed in as/)
  }

  /** Starts a sign-in on the account page. */
  async ask() {
    await this.main.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Connects an installed wallet on a site that requires a sign-in, up to the view that requests it. */
  async connect(wallet: string) {
    const { page } = this.modal
    await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await this.modal.button(wallet).click()
    await this.view.waitFor()
  }

  /** Expects a connection without a request. */
  async expectSettled() {
    await expect(this.modal.accountButton).toBeVisible()
    await expect(this.modal.dialog).toBeHidden()
  }

  /** Reloads the page, and expects the sign-in to stay without a request. Ends on the account page. */
  async expectKept() {
    const { page, dialog } = this.modal
    await page.reload()
    await page.getByRole('navigation').getByRole('link', { name: 'Profile', exact: true }).first().click()
    await expect(this.who).toBeVisible()
    await expect(dialog).toBeHidden()
  }

  /** Returns this browser's signed-in addresses from the server. Lower case in families where case does not count. */
  async sessions(): Promise<readonly string[]> {
    return (await readSessions(this.modal.page)).map(({ address }) => foldCase(address))
  }

  /** Waits until the server lists exactly these addresses as signed in for this browser. */
  async expectSessions(...addresses: readonly string[]) {
    await expect.poll(async () => [...new Set(await this.sessions())].sort()).toEqual(addresses.map(foldCase).sort())
  }
}

/** Sends the request from the page, because scripts cannot read its cookies. */
export async function readSessions(page: Page): Promise<readonly SiwxAccount[]> {
  const { api, projectId } = readWorld()
  const { sessions } = await page.evaluate(
    async (url): Promise<{ sessions: SiwxAccount[] }> => (await fetch(url, { credentials: 'include' })).json(),
    `${api}/v1/siwx/sessions?projectId=${projectId}`,
  )
  return sessions
}

/** Changes the site's rules for sign-ins, through the file that an operator puts beside the page. */
export async function setSiteMode({
  page,
  signIn,
  families = ['eip155', 'solana', 'bip122'],
}: {
  page: Page
  signIn: 'optional' | 'required'
  /** Families of its networks. */
  families?: readonly string[]
}) {
  await page.route('**/site.json', async (route) => {
    const response = await route.fetch()
    const { networks, ...config } = (await response.json()) as { networks: { chainNamespace: string }[] }
    const listed = networks.filter(({ chainNamespace }) => families.includes(chainNamespace))
    await route.fulfill({ response, json: { ...config, signIn, networks: listed } })
  })
}

/** Returns the text of a message in a `personal_sign` request. */
export function readMessage({ params: [message] }: { params: readonly unknown[] }): string {
  return Buffer.from(String(message).slice(2), 'hex').toString()
}

const foldCase = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)
