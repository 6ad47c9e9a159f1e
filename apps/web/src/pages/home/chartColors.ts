/** Returns the colors of the chart from the page's custom properties, which a canvas cannot use. */
export function chartColors() {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    line: read('--accent'),
    text: read('--muted'),
    grid: read('--line'),
    strong: read('--line-strong'),
    gain: read('--gain'),
    loss: read('--loss'),
    page: read('--page'),
    font: read('--font'),
  }
}

/** The colors of the chart. */
export type ChartColors = ReturnType<typeof chartColors>
