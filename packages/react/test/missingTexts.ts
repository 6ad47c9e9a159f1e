import { everyEn } from '../src/messages/everyEn.ts'

/** Returns the keys that show instead of their texts, because the group of views did not load them. */
export function missingTexts(): string[] {
  const root = document.querySelector('latchkey-modal')?.shadowRoot
  if (root === null || root === undefined) return []
  const spoken = ['aria-label', 'title', 'placeholder']
  const said = [...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].map(({ nodeType, textContent }) => (nodeType === Node.TEXT_NODE ? textContent : null)),
    ...spoken.map((name) => element.getAttribute(name)),
  ])
  return said.flatMap((text) => (text !== null && text in everyEn ? [text] : []))
}
