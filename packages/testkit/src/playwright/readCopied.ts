import type { Locator } from '@playwright/test'

/**
 * Presses a button that copies text, and returns the copied text. It does not need permission for the clipboard.
 *
 * @param options.timeout milliseconds; default 5000
 * @throws Error if nothing was copied in time
 */
export async function readCopied({ button, timeout = 5000 }: { button: Locator; timeout?: number }): Promise<string> {
  const page = button.page()
  const copied = await page.evaluateHandle(() => {
    const held: { text: string | undefined } = { text: undefined }
    // Only secure contexts have it; `localhost` is one.
    const { clipboard } = navigator
    Object.defineProperty(clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => {
        held.text = text
      },
    })
    return held
  })
  try {
    await button.click({ timeout })
    await page.waitForFunction(({ text }) => text !== undefined, copied, { timeout })
    return await copied.evaluate(({ text }) => text ?? '')
  } catch (cause) {
    throw new Error(`Nothing was copied by ${button}`, { cause })
  } finally {
    // The page's own method becomes visible again through its prototype.
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
    await copied.dispose()
  }
}
