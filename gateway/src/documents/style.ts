/** Inline, so that the page needs no other file; the content security policy allows it by its hash. */
export const style = `
:root { color-scheme: light dark; --bg: light-dark(#fbfafd, #14121c); --card: light-dark(#fff, #1d1a29); --line: light-dark(#dedae8, #37324a); --text: light-dark(#211d2e, #ece9f5); --soft: light-dark(#5c5670, #aca5c4); --accent: light-dark(#5b3fc4, #b6a2ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 0; }
main { padding: 0 1.25rem 4rem; }
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.3rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 0.85rem; color: var(--soft); }
p, .what { color: var(--soft); }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
.source { font-size: 0.85rem; font-weight: 400; margin-left: 0.5rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; margin: 0.5rem 0; padding: 0 1rem; }
details[open] { padding-bottom: 1rem; }
summary { padding: 0.7rem 0; cursor: pointer; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 0.75rem; max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--bg); }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; color: var(--accent); }
.what { margin-left: 0.5rem; }
.lock { font-size: 0.8rem; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.6rem; white-space: nowrap; }
`;
