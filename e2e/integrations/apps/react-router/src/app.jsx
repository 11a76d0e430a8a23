import { identify, trackPurchase } from '@cvq/browser';
import { StrictMode } from 'react';
import {
  createBrowserRouter,
  Link,
  Outlet,
  RouterProvider,
  redirect,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
import { ADD_TO_CART, CUSTOMER, nameOf, ORDER, SHOP, titleOf } from '../shop.js';

function Layout() {
  return (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/products">Products</Link> <Link to="/old">Old address</Link>
      </nav>
      <Outlet />
    </>
  );
}

function Home() {
  return (
    <>
      <title>{SHOP}</title>
      <h1>{SHOP}</h1>
    </>
  );
}

function Products() {
  const [, setSearch] = useSearchParams();
  return (
    <>
      <title>{titleOf('Products')}</title>
      <h1>Products</h1>
      <button type="button" onClick={() => setSearch({ sort: 'price' }, { replace: true })}>
        Sort by price
      </button>
      <Link to="/products/boots">Boots</Link>
    </>
  );
}

function Product() {
  const { slug } = useParams();
  const navigate = useNavigate();
  const name = nameOf(slug);
  function pay() {
    identify(CUSTOMER);
    trackPurchase(ORDER);
    navigate('/thanks');
  }
  return (
    <>
      <title>{titleOf(name)}</title>
      <h1>{name}</h1>
      <button type="button" {...ADD_TO_CART}>
        Add to cart
      </button>
      <button type="button" onClick={pay}>
        Pay
      </button>
    </>
  );
}

function Thanks() {
  return (
    <>
      <title>{titleOf('Thank you')}</title>
      <h1>Thank you</h1>
    </>
  );
}

const router = createBrowserRouter([
  {
    Component: Layout,
    children: [
      { path: '/', Component: Home },
      { path: '/products', Component: Products },
      { path: '/products/:slug', Component: Product },
      { path: '/thanks', Component: Thanks },
      { path: '/old', loader: () => redirect('/products') },
    ],
  },
]);

export function App() {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
