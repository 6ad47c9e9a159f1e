const spoken = ['aria-label', 'title', 'placeholder', 'alt']

/**
 * Returns all visible texts that do not come from the catalog, on a page rendered with `pseudoMessages`. Data has `translate="no"`; times
 * and figures are formatted by Intl.
 */
export function strayTexts(root: ParentNode & Node): string[] {
  const found: string[] = []
  const isData = (element: Element | null) => element?.closest('[translate=no],time,.figures') != null
  const check = (text: string | null, element: Element | null) => {
    let rest = text ?? ''
    // From the inside out, because a text may fill a placeholder of another.
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
