// Shows the mails as they come; the newest opens by itself.
const list = document.querySelector('#list')
const empty = document.querySelector('#empty')
const article = document.querySelector('#mail')
let current

function row(mail) {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset.id = mail.id
  const subject = document.createElement('strong')
  subject.textContent = mail.subject || '(no subject)'
  const line = document.createElement('span')
  const to = document.createElement('span')
  to.textContent = mail.to.join(', ')
  const time = document.createElement('time')
  time.dateTime = mail.receivedAt
  time.textContent = new Date(mail.receivedAt).toLocaleTimeString()
  line.append(to, time)
  button.append(subject, line)
  button.addEventListener('click', () => open(mail))
  const item = document.createElement('li')
  item.append(button)
  return item
}

function open(mail) {
  current = mail.id
  article.hidden = false
  document.querySelector('#subject').textContent = mail.subject
  document.querySelector('#meta').textContent = `From ${mail.from} to ${mail.to.join(', ')}`
  document.querySelector('#text').textContent = mail.text
  const frame = document.querySelector('#html')
  frame.hidden = mail.html === null
  frame.src = mail.html === null ? 'about:blank' : `/api/messages/${mail.id}/html`
  for (const button of list.querySelectorAll('button'))
    button.setAttribute('aria-current', String(Number(button.dataset.id) === current))
}

async function refresh({ openNewest }) {
  const { messages } = await (await fetch('/api/messages')).json()
  empty.hidden = messages.length > 0
  list.replaceChildren(...messages.map(row))
  const shown = messages.find(({ id }) => id === current)
  const next = openNewest || !shown ? messages[0] : shown
  if (next) open(next)
  else article.hidden = true
}

document.querySelector('#clear').addEventListener('click', async () => {
  await fetch('/api/messages', { method: 'DELETE' })
  await refresh({ openNewest: true })
})
new EventSource('/api/stream').addEventListener('message', () => refresh({ openNewest: true }))
await refresh({ openNewest: true })
