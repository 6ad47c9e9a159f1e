/** Keeps the page behind the modal from scrolling, without moving it. @returns the function that gives it back */
export function lockScroll(): () => void {
  const { documentElement } = document
  const { style } = documentElement
  const previous = { overflow: style.overflow, scrollbarGutter: style.scrollbarGutter }
  // The space of a classic scroll bar is kept, or the page would jump sideways.
  if (window.innerWidth > documentElement.clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  return () => {
    style.overflow = previous.overflow
    style.scrollbarGutter = previous.scrollbarGutter
  }
}
