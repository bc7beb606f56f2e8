# Types for the compiler, beside branching.py; without a compiler nobody reads them.
cimport cython

cdef class Branching:
    cdef public long long resources, items, naturals, held, won, nodes, most_nodes, depth, last_pure, least, never
    cdef public long long minimum, points_most, joker_price, stays, throwing, joker_throw, best_throw, best_end
    cdef public bint needs_pure, closing
    cdef public object offer
    cdef public list order
    cdef long long[::1] counts, begins, uses_from, uses, users_from, users, twice, jokers, gains, points, pure
    cdef long long[::1] slack, short, prices, worths, chosen, throws, ends

    @cython.locals(item=cython.longlong, number=cython.longlong, at=cython.longlong, share=cython.longlong,
                   rest=cython.longlong, less=cython.longlong, resource=cython.longlong, joker=cython.longlong)
    cdef long long _price(self, long long[::1] gains, long long[::1] prices, long long[::1] slack,
                          long long joker_least, long long joker_worth)

    @cython.locals(item=cython.longlong, use=cython.longlong, rest=cython.longlong, left=cython.longlong,
                   number=cython.longlong, end=cython.longlong, more=cython.longlong, fits=cython.bint)
    cdef object _down(self, long long at, long long tried, long long most, long long jokers, long long pure,
                      long long points, long long thrown, long long strays)

    @cython.locals(gained=cython.longlong, strays=cython.longlong, resource=cython.longlong, left=cython.longlong,
                   worth=cython.longlong, rest=cython.longlong, place=cython.longlong, items=list)
    cdef object _end(self, long long most, long long jokers)
