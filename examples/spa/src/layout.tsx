import { Link, NavLink, Outlet, ScrollRestoration } from 'react-router';

export function Layout() {
  return (
    <>
      <header className="site-header">
        <Link className="wordmark" to="/">
          <img src="/mark.svg" alt="" width="28" height="28" />
          Lowfield Studio
        </Link>
        <nav aria-label="Studio">
          <NavLink to="/" end>
            The studio
          </NavLink>
          <NavLink to="/plans">Plans</NavLink>
        </nav>
      </header>
      <main>
        <Outlet />
      </main>
      <footer className="site-footer">
        Lowfield Studio is a demonstration: nothing is sold, charged or sent.
      </footer>
      <ScrollRestoration />
    </>
  );
}
