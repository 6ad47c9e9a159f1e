/** Prevents the page behind the modal from scrolling, without moving it. @returns function that allows scrolling again */
export function lockScroll(): () => void {
  const { documentElement } = document
  const { style } = documentElement
  const previous = { overflow: style.overflow, scrollbarGutter: style.scrollbarGutter }
  // Keep the space of a classic scroll bar, so that the page does not jump sideways.
  if (window.innerWidth > documentElement.clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  return () => {
    style.overflow = previous.overflow
    style.scrollbarGutter = previous.scrollbarGutter
  }
}
