import { cardScenes } from './cardScenes.ts'
import { windowScenes } from './windowScenes.ts'

// A host page with one card in its frame: ?scene=code&mode=dark. Without a scene: the list of all.
const parameters = new URLSearchParams(location.search)
const mode = parameters.get('mode') ?? 'dark'
document.body.dataset.mode = mode
if (parameters.has('scene')) {
  const iframe = document.createElement('iframe')
  iframe.title = 'Wallet'
  iframe.src = `./scene.html?${parameters}`
  iframe.style.height = '300px'
  addEventListener('message', ({ source, data }) => {
    if (source === iframe.contentWindow) iframe.style.height = `${data.height}px`
  })
  document.body.append(iframe)
} else {
  const list = document.createElement('ul')
  const link = (href: string, text: string) => {
    const item = document.createElement('li')
    const anchor = document.createElement('a')
    anchor.href = href
    anchor.textContent = text
    item.append(anchor)
    return item
  }
  list.append(
    ...cardScenes.map(({ id }) => link(`?scene=${id}&mode=${mode}`, id)),
    ...windowScenes.map(({ id }) => link(`scene.html?scene=${id}&mode=${mode}`, id)),
  )
  document.body.append(list)
}
