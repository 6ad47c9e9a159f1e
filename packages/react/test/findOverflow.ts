/** Names the texts in a card that stick out of it, or that are cut without an ellipsis or without saying the whole under the pointer. */
export function findOverflow(card: Element): string[] {
  const { left, right } = card.getBoundingClientRect()
  const found: string[] = []
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.trim() ?? ''
    const parent = node.parentElement
    if (text === '' || parent === null || parent.closest('.sr,textarea') !== null || !parent.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    const cutter = findCutter(parent, box, card)
    if (cutter === undefined && (box.left < left - 1 || box.right > right + 1)) found.push(`sticks out: ${text}`)
    if (cutter !== undefined && !saysWhole(cutter, parent)) found.push(`is cut: ${text}`)
  }
  return found
}

/** The nearest box that hides a part of the text to one of its sides; what scrolls or is cut below is another matter. */
function findCutter(start: Element, box: DOMRect, card: Element): Element | undefined {
  for (let element: Element | null = start; element !== null && element !== card; element = element.parentElement) {
    const { overflowX, display } = getComputedStyle(element)
    if (overflowX === 'visible' || display === 'inline') continue
    const { left, right } = element.getBoundingClientRect()
    if (box.left < left - 1 || box.right > right + 1) return element
  }
  return undefined
}

/** It ends in an ellipsis, and the whole stands in a title, or in what the button is called. */
function saysWhole(cutter: Element, text: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(cutter)
  if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return false
  return cutter.querySelector('[title]') !== null || text.closest('[title],button') !== null
}
