import type { Locator } from '@playwright/test'
import { CardPage } from './CardPage.ts'
import type { WalletModal } from './WalletModal.ts'

/** The amount, token and receiver that the payment page promises. */
export type Promised = { units: bigint; symbol: string; address: string }

/** The onramp in the modal: the quotes, and the state of an order. */
export class BuyView {
  readonly modal: WalletModal
  /** Outcome of the order, in two or three words. */
  readonly outcome: Locator

  constructor(modal: WalletModal) {
    this.modal = modal
    this.outcome = modal.dialog.getByRole('status').getByRole('heading', { level: 3 })
  }

  /** Opens the view from the account, unless it is open. */
  async open() {
    // Another tab or window may be in front. Background pages render slowly.
    await this.modal.page.bringToFront()
    if (await this.modal.title('Buy').isVisible()) return
    if (!(await this.modal.dialog.isVisible())) await this.modal.accountButton.click()
    // An empty wallet shows the button a second time.
    await this.modal.button('Buy').first().click()
    await this.modal.title('Buy').waitFor()
  }

  async choose({ name, network }: { name: string; network: string }) {
    const { dialog } = this.modal
    await dialog.getByRole('button', { name: /^You get/ }).click()
    await dialog.getByRole('list', { name: network, exact: true }).getByRole('button', { name }).click()
    await this.modal.title('Buy').waitFor()
  }

  async fill(amount: string) {
    await this.modal.dialog.getByRole('textbox', { name: 'You pay' }).fill(amount)
  }

  async payBy(method: 'Card' | 'Bank account') {
    await this.modal.button(method).click()
  }

  /** Confirms the visitor's age. */
  async agree() {
    await this.modal.dialog.getByRole('checkbox', { name: 'I am 18 or older.' }).check()
  }

  /** Accepts the quote, and returns the payment page in its own window. */
  async takeOffer(): Promise<CardPage> {
    await this.agree()
    return CardPage.openBy({ page: this.modal.page, open: () => this.modal.button('Pay with Sandbox').click() })
  }

  /** Opens the window of an unpaid order again. */
  async reopen(name: 'Open the window again' | 'Try another card' | 'Try another account'): Promise<CardPage> {
    await this.modal.page.bringToFront()
    return CardPage.openBy({ page: this.modal.page, open: () => this.modal.button(name).click() })
  }

  /** Opens the pending order in the account, once it shows the given state. */
  async openUnderWay(says: string) {
    await this.modal.page.bringToFront()
    await this.modal.accountButton.click()
    await this.modal.dialog.getByRole('list', { name: 'Pending orders' }).getByRole('button', { name: says }).click()
    await this.outcome.waitFor()
  }
}

/** Reads the promise on the payment page, before the payment. */
export async function readPromise({ card, decimals }: { card: CardPage; decimals: number }): Promise<Promised> {
  const summary = card.page.getByRole('region', { name: 'What you pay for' })
  const readLine = (name: string) =>
    summary.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]').innerText()
  const [amount = '', symbol = ''] = (await readLine('You get')).split(' ')
  const [whole = '', fraction = ''] = amount.split('.')
  const address = (await readLine('Receiving address')).replace(/\s/g, '')
  return { units: BigInt(whole + fraction.padEnd(decimals, '0')), symbol, address }
}
