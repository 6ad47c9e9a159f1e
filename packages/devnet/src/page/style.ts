/** Style of the sandbox's pages, similar to the mailbox. */
export const style = `:root {
  color-scheme: dark light;
  --page: #0f0f11;
  --surface: #17171a;
  --hover: #1f1f23;
  --line: #2a2a2f;
  --text: #f4f3ef;
  --soft: #a5a3a0;
  --accent: #f0c36b;
  font: 15px/1.5 Inter, system-ui, sans-serif;
}
@media (prefers-color-scheme: light) {
  :root {
    --page: #f6f5f2;
    --surface: #fff;
    --hover: #f0eee8;
    --line: #e6e4dd;
    --text: #1b1b1e;
    --soft: #66645f;
    --accent: #8a5b00;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text); }
main { width: 100%; max-width: 400px; padding: 24px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); }
h1 { margin: 12px 0 4px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; color: var(--soft); }
.tag { display: inline-block; margin: 0; padding: 2px 10px; border: 1px solid var(--line); border-radius: 999px; color: var(--accent); font-size: 12px; font-weight: 500; }
main > :last-child, form > :last-child { margin-bottom: 0; }
form { margin: 0 0 8px; }
button, input[type="text"] { width: 100%; min-height: 44px; padding: 8px 14px; border: 1px solid var(--line); border-radius: 12px; background: transparent; color: inherit; font: inherit; }
button { text-align: start; cursor: pointer; }
button:hover { background: var(--hover); }
button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button span { display: block; color: var(--soft); font-size: 13px; }
.people { display: grid; gap: 8px; }
.row { display: flex; gap: 8px; }
.row button, .quiet { width: auto; text-align: center; white-space: nowrap; }
.row button { flex: none; }
.primary { margin-bottom: 8px; border-color: var(--accent); background: var(--accent); color: var(--page); font-weight: 600; text-align: center; }
.primary:hover { background: var(--accent); filter: brightness(1.08); }
.quiet { width: 100%; border-color: transparent; color: var(--soft); }
label, legend { display: block; margin: 12px 0 4px; padding: 0; color: var(--soft); font-size: 13px; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
fieldset label { display: flex; gap: 8px; align-items: center; min-height: 32px; margin: 0; color: inherit; font-size: 15px; }
input[type="radio"] { width: 18px; height: 18px; accent-color: var(--accent); }
label:has(small) { min-height: 48px; }
label small { display: block; color: var(--soft); font-size: 13px; }
[role="alert"] { margin: 8px 0 0; color: var(--text); }
hr { margin: 16px 0; border: 0; border-top: 1px solid var(--line); }
`
