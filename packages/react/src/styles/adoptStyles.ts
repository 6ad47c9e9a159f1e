export type AdoptStylesParameters = {
  root: ShadowRoot
  styles: readonly string[]
  /** The nonce of the `<style>` element, for browsers without constructable style sheets under a strict CSP. */
  nonce?: string | undefined
}

/**
 * Adds styles to a shadow root. Constructable style sheets are not inline styles, so they work under `style-src 'self'`. Browsers
 * without them get a `<style>` element with the page's nonce.
 */
export function adoptStyles({ root, styles, nonce }: AdoptStylesParameters): void {
  if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
    root.adoptedStyleSheets = styles.map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    return
  }
  for (const old of root.querySelectorAll('style[data-latchkey]')) old.remove()
  const element = document.createElement('style')
  element.dataset.latchkey = ''
  if (nonce !== undefined) element.nonce = nonce
  element.textContent = styles.join('\n')
  root.prepend(element)
}
