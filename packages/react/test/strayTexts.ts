import { errorCatalog } from '@latchkey/protocol/errors'
import { everyEn } from '../src/messages/everyEn.ts'
import type { Messages } from '../src/messages/Messages.ts'

const errors = Object.fromEntries(Object.entries(errorCatalog).map(([code, { message }]) => [`error.${code}`, message]))
// Each part of a sentence with links gets its own brackets.
const bracket = (text: string) =>
  text
    .split(/(<\w+>)/)
    .map((part) => (part === '' || part.startsWith('<') ? part : `⟦${part}⟧`))
    .join('')

/** Every text of the catalog in brackets, as a language that reveals texts from elsewhere. */
export const pseudoMessages = Object.fromEntries(
  Object.entries({ ...everyEn, ...errors }).map(([key, text]) => [key, bracket(text)]),
) as unknown as Messages

const spoken = ['aria-label', 'title', 'placeholder', 'alt']

/** Returns visible texts that are not from the catalog. Ignores data, which has `translate="no"`, and times and figures of `Intl`. */
export function strayTexts(root: ShadowRoot): string[] {
  const found: string[] = []
  const isData = (element: Element | null) => element?.closest('[translate=no],time,[data-figures],.toast-text') != null
  const check = (text: string | null, element: Element | null) => {
    let rest = text ?? ''
    // From the inside out, because a text can fill a placeholder of another.
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '')
    if (/\p{L}/u.test(rest) && !isData(element)) found.push(rest.trim())
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) check(walker.currentNode.textContent, walker.currentNode.parentElement)
  for (const element of root.querySelectorAll('*')) {
    for (const name of spoken) check(element.getAttribute(name), element)
  }
  return found
}
