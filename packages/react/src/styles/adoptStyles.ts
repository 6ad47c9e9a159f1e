/** What {@link adoptStyles} needs. */
export type AdoptStylesParameters = {
  root: ShadowRoot
  styles: readonly string[]
  /** For browsers without constructable style sheets under a strict CSP: the nonce of the `<style>` element. */
  nonce?: string | undefined
}

/**
 * Gives a shadow root its styles. Constructable style sheets are not inline styles, so they work under
 * `style-src 'self'`; a `<style>` element (with the page's nonce) is the fallback for browsers that lack them.
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
