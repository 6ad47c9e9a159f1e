import type { SiwxAccount } from '@latchkey/protocol/api'
import { expect, type Locator, type Page } from '@playwright/test'
import { readWorld } from '../setup/World.ts'
import type { WalletModal } from './WalletModal.ts'

/** Signing in on the site: the kit's view, the page that asks, and what the server says of it. */
export class SignIn {
  readonly modal: WalletModal
  readonly main: Locator
  /** The kit's view, while it asks for a signature. */
  readonly view: Locator
  /** The page of the account, of whoever is signed in. */
  readonly who: Locator

  constructor(modal: WalletModal) {
    const { page, dialog } = modal
    this.modal = modal
    this.main = page.getByRole('main')
    this.view = dialog.getByRole('heading', { name: /^Sign in to /, level: 3 })
    this.who = this.main.getByText(/^Signed in as/)
  }

  /** Has the page of the account ask the wallet. */
  async ask() {
    await this.main.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Connects with an installed wallet, on a site that asks everybody who connects, up to the view that asks. */
  async connect(wallet: string) {
    const { page } = this.modal
    await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await this.modal.button(wallet).click()
    await this.view.waitFor()
  }

  /** Connected, and nothing is asked. */
  async expectSettled() {
    await expect(this.modal.accountButton).toBeVisible()
    await expect(this.modal.dialog).toBeHidden()
  }

  /** Loads the page anew: signed in still, and nobody was asked. Ends on the page of the account. */
  async expectKept() {
    const { page, dialog } = this.modal
    await page.reload()
    await page.getByRole('navigation').getByRole('link', { name: 'Profile', exact: true }).first().click()
    await expect(this.who).toBeVisible()
    await expect(dialog).toBeHidden()
  }

  /** Who is signed in in this browser, as the server says it: addresses in small letters where letters do not count. */
  async sessions(): Promise<readonly string[]> {
    return (await readSessions(this.modal.page)).map(({ address }) => foldCase(address))
  }

  /** Waits until the server says that these alone are signed in in this browser. */
  async expectSessions(...addresses: readonly string[]) {
    await expect.poll(async () => [...new Set(await this.sessions())].sort()).toEqual(addresses.map(foldCase).sort())
  }
}

/** Asks the server from the page itself, whose cookies no script reads. */
export async function readSessions(page: Page): Promise<readonly SiwxAccount[]> {
  const { api, projectId } = readWorld()
  const { sessions } = await page.evaluate(
    async (url): Promise<{ sessions: SiwxAccount[] }> => (await fetch(url, { credentials: 'include' })).json(),
    `${api}/v1/siwx/sessions?projectId=${projectId}`,
  )
  return sessions
}

/** Has the site ask for sign-ins in another way than this world's operator set: by the file that an operator puts beside the page. */
export async function setSiteMode({
  page,
  signIn,
  families = ['eip155', 'solana', 'bip122'],
}: {
  page: Page
  signIn: 'optional' | 'required'
  /** The families of its networks. */
  families?: readonly string[]
}) {
  await page.route('**/site.json', async (route) => {
    const response = await route.fetch()
    const { networks, ...config } = (await response.json()) as { networks: { chainNamespace: string }[] }
    const listed = networks.filter(({ chainNamespace }) => families.includes(chainNamespace))
    await route.fulfill({ response, json: { ...config, signIn, networks: listed } })
  })
}

/** The text of a message that a wallet was asked for by `personal_sign`. */
export function readMessage({ params: [message] }: { params: readonly unknown[] }): string {
  return Buffer.from(String(message).slice(2), 'hex').toString()
}

const foldCase = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address)
