const sheetWidth = 1640

/** Draws pictures side by side on one, each under its name. */
export async function drawSheet({ browser, path, pictures }) {
  const figures = pictures.map(({ id, picture }) => {
    // A PNG's header has its width.
    const whole = picture.readUInt32BE(16)
    const width = Math.min(whole, whole > 700 ? 804 : 400)
    const source = `data:image/png;base64,${picture.toString('base64')}`
    return `<figure style="width:${width}px"><figcaption>${id}</figcaption><img src="${source}" alt=""></figure>`
  })
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 800 } })
  await page.setContent(
    `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;align-items:start;background:#777;font:13px sans-serif}figure{margin:0}img{width:100%;display:block}</style>${figures.join('')}`,
  )
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await page.screenshot({ path, fullPage: true })
  await page.close()
}
