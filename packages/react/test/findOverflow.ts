/** Returns the texts in a card that extend beyond it, or that are cut without an ellipsis or a tooltip with the whole text. */
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

/** Returns the nearest element that hides a part of the text to the left or right. Ignores scrolling and vertical cuts. */
function findCutter(start: Element, box: DOMRect, card: Element): Element | undefined {
  for (let element: Element | null = start; element !== null && element !== card; element = element.parentElement) {
    const { overflowX, display } = getComputedStyle(element)
    if (overflowX === 'visible' || display === 'inline') continue
    const { left, right } = element.getBoundingClientRect()
    if (box.left < left - 1 || box.right > right + 1) return element
  }
  return undefined
}

/** Whether the text ends in an ellipsis, and a title or label contains all of it. */
function saysWhole(cutter: Element, text: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(cutter)
  if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return false
  return cutter.querySelector('[title]') !== null || text.closest('[title],button') !== null
}
