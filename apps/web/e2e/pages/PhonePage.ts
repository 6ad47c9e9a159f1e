import type { Browser, Locator, Page } from '@playwright/test'

/** The demo phone from the view of its owner, with locators by name. */
export class PhonePage {
  readonly page: Page
  readonly sheet: Locator

  constructor(page: Page) {
    this.page = page
    this.sheet = page.locator('dialog[open]')
  }

  /** Opens a separate phone: another browser, which shares nothing with the site's. */
  static async open({ browser, url }: { browser: Browser; url: string }): Promise<PhonePage> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const phone = new PhonePage(await context.newPage())
    await phone.page.goto(url)
    return phone
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name })
  }

  /** Enters a site's code and waits for the request to connect, or to connect and sign in. */
  async pair(uri: string, { asks = 'Connection' }: { asks?: 'Connection' | 'Connect and sign in' } = {}) {
    await this.button('Scan or paste').click()
    await this.page.getByRole('textbox').fill(uri)
    await this.button('Connect').click()
    await this.sheet.getByRole('heading', { name: asks }).waitFor()
  }

  /** Approves the connection. */
  async connect() {
    await this.sheet.getByRole('button', { name: 'Connect' }).click()
    await this.sheet.waitFor({ state: 'hidden' })
  }

  /** Decides the request on the screen once its buttons are active. */
  async decide(button: RegExp) {
    await this.sheet.getByRole('button', { name: button }).click()
    await this.sheet.waitFor({ state: 'hidden' })
  }

  /** Opens the details of a connected site. */
  async openSession(host: string) {
    await this.page
      .getByRole('button', { name: host })
      .or(this.page.getByRole('link', { name: host }))
      .first()
      .click()
    await this.page.getByRole('heading', { name: 'Connection' }).waitFor()
  }
}
