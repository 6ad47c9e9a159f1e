const spoken = ['aria-label', 'title', 'placeholder', 'alt']

/**
 * Texts for people that did not come from the catalogue, on a page drawn with `pseudoMessages`. Data is marked `translate="no"`;
 * times and figures are Intl's.
 */
export function strayTexts(root: ParentNode & Node): string[] {
  const found: string[] = []
  const isData = (element: Element | null) => element?.closest('[translate=no],time,.figures') != null
  const check = (text: string | null, element: Element | null) => {
    let rest = text ?? ''
    // From the inside out: a text may fill a placeholder of another.
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
