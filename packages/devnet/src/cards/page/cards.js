// What a page of the card processor does beside what it does without scripts: fills in test numbers, checks fields while they are typed,
// follows the state, and closes its window.

const { path, key, pending } = document.body.dataset

followState()
tellTime()
fillIn()
check()
leave()

/** Loads the page again once it would be another one: soon while something is pending, else when the visitor comes back to it. */
function followState() {
  if (path === undefined) return
  let pause = 1000
  const look = async () => {
    if (document.hidden) return
    try {
      const response = await fetch(`${path}/state`, { cache: 'no-store' })
      if (response.ok && (await response.json()).key !== key) location.replace(path)
    } catch {
      // The next look may find it.
    }
  }
  const again = async () => {
    await look()
    pause = Math.min(pause * 1.5, 10_000)
    setTimeout(again, pause)
  }
  if (pending !== undefined) setTimeout(again, pause)
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
  // A page that the browser kept shows what was.
  addEventListener('pageshow', ({ persisted }) => persisted && location.replace(path))
}

/** Says how long there is to pay, and looks once there is no time left. */
function tellTime() {
  const text = document.querySelector('[data-until]')
  if (!text) return
  const end = Date.parse(text.dataset.until)
  const tell = () => {
    const seconds = Math.round((end - Date.now()) / 1000)
    if (seconds <= 0) return location.replace(path)
    const minutes = Math.ceil(seconds / 60)
    text.textContent =
      seconds > 60 ? `Pay within ${minutes} minutes.` : `Pay within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    setTimeout(tell, seconds > 70 ? 10_000 : 1000)
  }
  // A clock that is far off tells nothing.
  if (Math.abs(end - Date.now()) < 86_400_000 && end > Date.now()) tell()
}

/** Fills in a test number where it stands, so that what was typed beside it stays. */
function fillIn() {
  const tests = document.querySelector('form[data-fill]')
  tests?.addEventListener('submit', (event) => {
    const { number } = event.submitter?.dataset ?? {}
    if (!number) return
    event.preventDefault()
    const set = (id, value, isKept = false) => {
      const input = document.getElementById(id)
      if (!input || (isKept && input.value !== '')) return
      input.value = value
      complain(input, '')
    }
    set('number', number.replace(/\d{4}(?=\d)/g, '$& '))
    set('account', number)
    set('expiry', tests.dataset.expiry, true)
    set('code', '123', true)
    set('routing', tests.dataset.routing, true)
    set('name', 'Test Visitor', true)
    const pay = document.querySelector('form[data-pay] .primary')
    pay.focus({ preventScroll: true })
    pay.scrollIntoView({ block: 'nearest' })
  })
}

/** Says beside a field what is wrong with it, as the server would. */
function check() {
  const form = document.querySelector('form[data-pay]')
  if (!form) return
  form.noValidate = true
  const inputs = [...form.querySelectorAll('input[id]')]
  for (const input of inputs) {
    input.addEventListener('blur', () => input.value !== '' && complain(input, wrongWith(input)))
    input.addEventListener('input', () => {
      if (input.id === 'number') tidy(input, (text) => text.replace(/\D/g, '').replace(/\d{4}(?=\d)/g, '$& '))
      if (input.id === 'expiry') tidy(input, (text) => text.replace(/^(\d{2})(\d)/, '$1/$2'))
      if (input.hasAttribute('aria-invalid') && wrongWith(input) === '') complain(input, '')
    })
  }
  let isSent = false
  form.addEventListener('submit', (event) => {
    for (const input of inputs) complain(input, wrongWith(input))
    const first = inputs.find((input) => input.hasAttribute('aria-invalid'))
    if (first || isSent) event.preventDefault()
    if (first) return first.focus()
    isSent = true
    const button = form.querySelector('.primary')
    button.setAttribute('aria-disabled', 'true')
    button.textContent = 'Paying…'
  })
  form.querySelector('[aria-invalid]')?.focus()
}

/** Puts text in order while it is typed at its end; a change in its middle keeps the cursor. */
function tidy(input, change) {
  if (input.selectionStart === input.value.length) input.value = change(input.value)
}

function complain(input, text) {
  document.getElementById(`${input.id}-error`).textContent = text
  if (text === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

function wrongWith({ id, value }) {
  const text = value.trim()
  const digits = value.replace(/[\s-]/g, '')
  const isTest = () => document.querySelector(`[data-number="${CSS.escape(digits)}"]`) !== null
  if (id === 'name') return text === '' ? 'Enter a name. Any will do.' : ''
  if (id === 'code') return /^\d{3,4}$/.test(text) ? '' : 'Enter 3 or 4 digits. Any will do.'
  if (id === 'number') {
    if (digits === '') return 'Enter the number of a test card.'
    if (!isCardNumber(digits)) return 'This is not a card number. Check the digits.'
    return isTest() ? '' : 'This sandbox takes test cards only. Never enter a real card here.'
  }
  if (id === 'account') {
    if (digits === '') return 'Enter the number of a test account.'
    return isTest() ? '' : 'This sandbox takes test accounts only. Never enter a real account here.'
  }
  if (id === 'routing')
    return /^\d{9}$/.test(digits) ? '' : 'This is not a routing number of 9 digits. Check the digits.'
  const [, month, year] = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec(text) ?? []
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return 'Enter month and year, such as 12/34.'
  return Date.UTC(2000 + Number(year), Number(month), 1) > Date.now()
    ? ''
    : 'This date has passed. Any later one will do.'
}

/** ISO/IEC 7812-1, annex B (Luhn). */
function isCardNumber(digits) {
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Closes the window, where the browser lets a page do that; else goes back, or says so. */
function leave() {
  const button = document.querySelector('[data-close]')
  if (!button) return
  if (button.tagName === 'BUTTON') button.hidden = false
  else if (window.opener) button.textContent = 'Close this window'
  button.addEventListener('click', (event) => {
    event.preventDefault()
    window.close()
    setTimeout(() => {
      if (button.href) location.assign(button.href)
      else document.querySelector('[data-open]').hidden = false
    }, 300)
  })
}
