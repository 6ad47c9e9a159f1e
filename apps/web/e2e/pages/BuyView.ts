import type { Locator } from '@playwright/test'
import { CardPage } from './CardPage.ts'
import type { WalletModal } from './WalletModal.ts'

/** What the page of a payment says that is bought. */
export type Promised = { units: bigint; symbol: string; address: string }

/** Buying with a card in the modal: the offers, and how a purchase stands. */
export class BuyView {
  readonly modal: WalletModal
  /** What became of the purchase, in two or three words. */
  readonly outcome: Locator

  constructor(modal: WalletModal) {
    this.modal = modal
    this.outcome = modal.dialog.getByRole('status').getByRole('heading', { level: 3 })
  }

  /** Opens it from the account, where it is not open yet. */
  async open() {
    // Another tab, or a window, may be before it: what is behind draws slowly.
    await this.modal.page.bringToFront()
    if (await this.modal.title('Buy').isVisible()) return
    if (!(await this.modal.dialog.isVisible())) await this.modal.accountButton.click()
    // An empty wallet says it once more.
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

  /** Says that the visitor is old enough. */
  async agree() {
    await this.modal.dialog.getByRole('checkbox', { name: 'I am 18 or older.' }).check()
  }

  /** Takes the offer: the page of the payment, in a window of its own. */
  async takeOffer(): Promise<CardPage> {
    await this.agree()
    return CardPage.openBy({ page: this.modal.page, open: () => this.modal.button('Pay with Sandbox').click() })
  }

  /** Opens the window of a purchase that is not paid, once more. */
  async reopen(name: 'Open the window again' | 'Try another card' | 'Try another account'): Promise<CardPage> {
    await this.modal.page.bringToFront()
    return CardPage.openBy({ page: this.modal.page, open: () => this.modal.button(name).click() })
  }

  /** Opens the purchase that the account shows as under way, once it says how it stands. */
  async openUnderWay(says: string) {
    await this.modal.page.bringToFront()
    await this.modal.accountButton.click()
    await this.modal.dialog
      .getByRole('list', { name: 'Purchases under way' })
      .getByRole('button', { name: says })
      .click()
    await this.outcome.waitFor()
  }
}

/** Reads what the page of a payment promises, before it is paid. */
export async function readPromise({ card, decimals }: { card: CardPage; decimals: number }): Promise<Promised> {
  const summary = card.page.getByRole('region', { name: 'What you pay for' })
  const readLine = (name: string) =>
    summary.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]').innerText()
  const [amount = '', symbol = ''] = (await readLine('You get')).split(' ')
  const [whole = '', fraction = ''] = amount.split('.')
  const address = (await readLine('Receiving address')).replace(/\s/g, '')
  return { units: BigInt(whole + fraction.padEnd(decimals, '0')), symbol, address }
}
