// Reordering tabs by dragging them.

/** Lets the user drag tabs to another place. The tab menu offers the same without dragging. */
export function dragTabs(root: HTMLElement, drop: (path: string, place: number) => void): void {
  root.addEventListener("pointerdown", (event) => {
    const tab = (event.target as Element).closest<HTMLElement>("[role=tab]");
    const path = tab?.dataset.id;
    if (!tab || path === undefined || event.button !== 0 || event.pointerType === "touch") return;
    const startX = event.clientX;
    let dragging = false;
    const over = (): number => [...root.children].filter((other) => other !== tab && centre(other) < lastX).length;
    let lastX = startX;
    const track = (at: PointerEvent): void => {
      lastX = at.clientX;
      dragging ||= Math.abs(lastX - startX) > 6;
      tab.classList.toggle("dragging", dragging);
      if (dragging) tab.style.transform = `translateX(${lastX - startX}px)`;
    };
    const end = (): void => {
      removeEventListener("pointermove", track);
      tab.classList.remove("dragging");
      tab.style.transform = "";
      if (dragging) drop(path, over());
    };
    addEventListener("pointermove", track);
    addEventListener("pointerup", end, { once: true });
    addEventListener("pointercancel", end, { once: true });
  });
}

function centre(tab: Element): number {
  const box = tab.getBoundingClientRect();
  return box.left + box.width / 2;
}
