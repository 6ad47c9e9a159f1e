const dark = `--s0:color-mix(in srgb,var(--mix) var(--mix-by),#17171a);
--s1:color-mix(in srgb,var(--mix) var(--mix-by),#1f1f23);
--s2:color-mix(in srgb,var(--mix) var(--mix-by),#28282d);
--line:color-mix(in srgb,var(--mix) var(--mix-by),#2a2a2f);
--t1:#f5f4f1;--t2:#a6a59f;--t3:#92918b;
--accent-text:var(--lk-accent-text,#f0c36b);
--gain:#3ccb8c;--gain-text:#3ccb8c;--loss:#f0705f;--loss-text:#f48576;--warn:#f0c36b;
--gain-soft:#3ccb8c24;--loss-soft:#f0705f24;--warn-soft:#e8b04b1f;
--veil:#08080acc;--shadow:0 0 0 1px #ffffff0f,0 24px 64px -12px #000000b8,0 8px 20px -8px #00000080;--glint:#ffffff0a;color-scheme:dark!important;`

const light = `--s0:color-mix(in srgb,var(--mix) var(--mix-by),#ffffff);
--s1:color-mix(in srgb,var(--mix) var(--mix-by),#f4f3ef);
--s2:color-mix(in srgb,var(--mix) var(--mix-by),#eae8e1);
--line:color-mix(in srgb,var(--mix) var(--mix-by),#e6e4dd);
--t1:#17150f;--t2:#5d5b53;--t3:#67655d;
--accent-text:var(--lk-accent-text,#8a5b00);
--gain:#1e9e6a;--gain-text:#14734b;--loss:#c8402f;--loss-text:#b93a2a;--warn:#8a5b00;
--gain-soft:#1e9e6a1f;--loss-soft:#c8402f1a;--warn-soft:#e8b04b2e;
--veil:#1b191480;--shadow:0 0 0 1px #1714060f,0 24px 64px -12px #1714063d,0 8px 20px -8px #17140624;--glint:#00000006;color-scheme:light!important;`

/** Marks tokens as important. Otherwise a page that sets `--accent` or `--u` on every element (`*`) would win. */
const held = (tokens: string) => tokens.replace(/(--[\w-]+:[^;]+);/g, '$1!important;')

/**
 * The tokens of every shadow root. `!important` on `:host` is deliberate: important rules of a shadow tree win over important rules of the
 * page, so `*{font-size:40px!important}` outside has no effect here. `all` excludes the direction of text and every variable; the page
 * sets `--lk-…`.
 */
export const tokensCss = held(`:host{all:initial!important;box-sizing:border-box!important;direction:ltr!important;
--u:calc(var(--lk-font-size-master,10px)*.1);--r:calc(var(--lk-radius-master,4px)*.25);
--font:var(--lk-font-family,Inter,ui-sans-serif,system-ui,sans-serif);
--mix:var(--lk-mix,#000);--mix-by:var(--lk-mix-strength,0%);
--accent:var(--lk-accent,#e8b04b);--accent-ink:var(--lk-accent-ink,#1b1403);${dark}}
@media(prefers-color-scheme:light){:host([data-mode=system]){${light}}}
:host([data-mode=light]){${light}}
:host([dir=rtl]){direction:rtl!important}
*,*::before,*::after{box-sizing:border-box}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`)
